import CloseOutlined from '@mui/icons-material/CloseOutlined'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useEffect, useRef } from 'react'
import { cor } from '#web/theme.ts'

const LARGURA = 520

interface Props {
  rotulo: string
  titulo: string
  aoFechar: () => void
  children: ReactNode
}

/** One record beside the list, which stays usable; over it where there is no room for both. */
export function PainelAoLado({ rotulo, titulo, aoFechar, children }: Props) {
  const larga = useMediaQuery('(min-width: 1200px)', { noSsr: true })
  const conteudo = (
    <>
      <Cabeca titulo={titulo} aoFechar={aoFechar} />
      <Box className="painel-corpo" sx={{ flex: 1, overflowY: 'auto', overscrollBehavior: 'contain' }}>
        {children}
      </Box>
    </>
  )
  if (larga)
    return (
      <AoLado rotulo={rotulo} aoFechar={aoFechar}>
        {conteudo}
      </AoLado>
    )
  return (
    <Drawer
      anchor="right"
      open
      onClose={aoFechar}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': rotulo,
          className: 'painel-ao-lado',
          sx: { width: { xs: '100%', sm: LARGURA } },
        },
      }}
    >
      {conteudo}
    </Drawer>
  )
}

function Cabeca({ titulo, aoFechar }: Pick<Props, 'titulo' | 'aoFechar'>) {
  return (
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
        title={titulo}
        sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {titulo}
      </Typography>
      <Tooltip title="Fechar">
        <IconButton className="so-na-tela" aria-label="Fechar" sx={{ ml: 'auto' }} onClick={aoFechar}>
          <CloseOutlined />
        </IconButton>
      </Tooltip>
    </Box>
  )
}

/** Takes the focus when it opens and gives it back when it closes. */
function AoLado({ rotulo, aoFechar, children }: Omit<Props, 'titulo'>) {
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
      className="painel-ao-lado"
      aria-label={rotulo}
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
