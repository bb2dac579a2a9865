import CloseOutlined from '@mui/icons-material/CloseOutlined'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { cor } from '#web/theme.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { clienteAdminQuery } from './admin.api.ts'
import { FichaAdmin } from './FichaAdmin.tsx'

const LARGURA = 520

/** One customer beside the list, which stays usable; over it where there is no room for both. */
export function ClienteDrawer({ id, aoFechar }: { id: number; aoFechar: () => void }) {
  const larga = useMediaQuery('(min-width: 1200px)', { noSsr: true })
  if (larga) {
    return (
      <AoLado key={id} aoFechar={aoFechar}>
        <Ficha id={id} aoFechar={aoFechar} />
      </AoLado>
    )
  }
  return (
    <Drawer
      anchor="right"
      open
      onClose={aoFechar}
      slotProps={{ paper: { sx: { width: { xs: '100%', sm: LARGURA } }, 'aria-label': 'Cliente' } }}
    >
      <Ficha id={id} aoFechar={aoFechar} />
    </Drawer>
  )
}

/** Takes the focus when it opens and gives it back when it closes. */
function AoLado({ aoFechar, children }: { aoFechar: () => void; children: ReactNode }) {
  const painel = useRef<HTMLElement>(null)
  useEffect(() => {
    const antes = document.activeElement
    painel.current?.focus({ preventScroll: true })
    return () => {
      if (antes instanceof HTMLElement && antes.isConnected) antes.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Box
      ref={painel}
      component="aside"
      aria-label="Cliente"
      tabIndex={-1}
      onKeyDown={(evento) => {
        if (evento.key !== 'Escape' || evento.defaultPrevented) return
        evento.preventDefault()
        aoFechar()
      }}
      sx={{
        width: LARGURA,
        flexShrink: 0,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        background: '#FFF',
        borderLeft: `1px solid ${cor.divider}`,
        outline: 'none',
      }}
    >
      {children}
    </Box>
  )
}

function Ficha({ id, aoFechar }: { id: number; aoFechar: () => void }) {
  const { data, error, refetch } = useQuery(clienteAdminQuery(id))
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          pl: 5,
          pr: 3,
          minHeight: 56,
          flexShrink: 0,
          borderBottom: `1px solid ${cor.divider}`,
        }}
      >
        <Typography
          variant="h2"
          title={data?.nome}
          sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {data?.nome ?? 'Cliente'}
        </Typography>
        <Tooltip title="Fechar">
          <IconButton aria-label="Fechar" sx={{ ml: 'auto' }} onClick={aoFechar}>
            <CloseOutlined />
          </IconButton>
        </Tooltip>
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto' }}>
        {error && !data ? (
          <ErrorState titulo="Não foi possível abrir o cliente" erro={error} aoTentar={() => void refetch()} />
        ) : data ? (
          <FichaAdmin cliente={data} />
        ) : (
          <Box sx={{ p: 5, display: 'grid', gap: 4 }}>
            <Skeleton width={120} height={32} />
            <Skeleton variant="rounded" height={96} />
            <Skeleton variant="rounded" height={240} />
          </Box>
        )}
      </Box>
    </>
  )
}
