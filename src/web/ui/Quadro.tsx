import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { cor } from '#web/theme.ts'

interface Props {
  titulo: string
  legenda?: ReactNode
  /** What the head leads to, at the right. */
  acao?: ReactNode
  /** A list begins under a line; a picture does not. */
  lista?: boolean
  children: ReactNode
}

/** One part of a dashboard: a card with its title, and what it leads to. */
export function Quadro({ titulo, legenda, acao, lista = false, children }: Props) {
  return (
    <Card component="section" aria-label={titulo} sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          minHeight: 48,
          px: 5,
          pt: lista ? 0 : 3,
          ...(lista && { borderBottom: `1px solid ${cor.divider}` }),
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h2">{titulo}</Typography>
          {legenda && <Box sx={{ fontSize: 12, lineHeight: '16px', color: cor.text3 }}>{legenda}</Box>}
        </Box>
        {acao && <Box sx={{ ml: 'auto', mr: -2, flexShrink: 0 }}>{acao}</Box>}
      </Box>
      {children}
    </Card>
  )
}
