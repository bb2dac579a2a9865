import type { SvgIconComponent } from '@mui/icons-material'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import RefreshOutlined from '@mui/icons-material/RefreshOutlined'
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { ErroDaApi, fraseDe } from '#web/api/erro.ts'
import { cor } from '#web/theme.ts'

interface Props {
  icone: SvgIconComponent
  titulo: string
  texto?: ReactNode
  acao?: ReactNode
}

/** What this is, why it is empty, and one action. */
export function EmptyState({ icone: Icone, titulo, texto, acao }: Props) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 2, px: 6, py: 12, m: 'auto' }}>
      <Box
        sx={{
          width: 72,
          height: 72,
          borderRadius: '50%',
          background: cor.surfaceAlt,
          display: 'grid',
          placeItems: 'center',
        }}
      >
        <Icone sx={{ fontSize: 40, color: 'text.secondary' }} aria-hidden />
      </Box>
      <Typography component="p" sx={{ fontWeight: 600, fontSize: 16, lineHeight: '24px', mt: 2 }}>
        {titulo}
      </Typography>
      {texto && <Typography sx={{ color: 'text.secondary', maxWidth: 360 }}>{texto}</Typography>}
      {acao && <Box sx={{ mt: 3 }}>{acao}</Box>}
    </Box>
  )
}

/** Nothing under these filters: says so, names them where told, and offers to clear them. */
export function EmptyFiltered({
  titulo,
  texto = 'Confira o que foi escrito ou tire os filtros.',
  aoLimpar,
}: {
  titulo: string
  texto?: ReactNode
  aoLimpar: () => void
}) {
  return (
    <EmptyState
      icone={SearchOffOutlined}
      titulo={titulo}
      texto={texto}
      acao={
        <Button variant="outlined" onClick={aoLimpar}>
          Limpar filtros
        </Button>
      }
    />
  )
}

/** The server's sentence, the request's id to be found in its log, and a way to try again. */
export function ErrorState({ titulo, erro, aoTentar }: { titulo: string; erro: unknown; aoTentar?: () => void }) {
  const pedido = erro instanceof ErroDaApi ? erro.pedido : undefined
  return (
    <Box role="alert" sx={{ m: 'auto' }}>
      <EmptyState
        icone={CloudOffOutlined}
        titulo={titulo}
        texto={
          <>
            {fraseDe(erro)}
            {pedido && (
              <Box component="span" sx={{ display: 'block', mt: 1, fontSize: 12, color: cor.text3 }}>
                Pedido {pedido}
              </Box>
            )}
          </>
        }
        acao={
          aoTentar && (
            <Button variant="outlined" startIcon={<RefreshOutlined />} onClick={aoTentar}>
              Tentar de novo
            </Button>
          )
        }
      />
    </Box>
  )
}
