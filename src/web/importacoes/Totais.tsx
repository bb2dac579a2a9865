import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import type { ReactNode } from 'react'
import { cor, type Tom, tons } from '#web/theme.ts'

export interface Total {
  rotulo: string
  figura: string
  unidade?: string
  legenda?: ReactNode
  /** Asks something of the person: the whole cell is tinted. */
  tom?: Tom | undefined
}

/** What an import comes to, in one card cut by dividers. */
export function Totais({ itens, rotulo }: { itens: Total[]; rotulo: string }) {
  return (
    <Card
      component="section"
      aria-label={rotulo}
      sx={{
        flexShrink: 0,
        display: 'grid',
        gap: '1px',
        background: cor.divider,
        gridTemplateColumns: { xs: '1fr 1fr', md: `repeat(${itens.length}, 1fr)` },
      }}
    >
      {itens.map((item) => (
        <Celula key={item.rotulo} {...item} />
      ))}
    </Card>
  )
}

function Celula({ rotulo, figura, unidade, legenda, tom }: Total) {
  const cores = tom && tons[tom]
  return (
    <Box
      sx={{
        px: { xs: 4, sm: 5 },
        py: 3,
        minWidth: 0,
        background: cores?.fundo ?? 'var(--surface)',
        color: cores?.texto,
      }}
    >
      <Box sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: cores ? undefined : 'text.secondary' }}>
        {rotulo}
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'baseline',
          height: 32,
          fontSize: { xs: 20, sm: 24 },
          lineHeight: '32px',
          fontWeight: 500,
          letterSpacing: '-.4px',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {figura}
        {unidade && (
          <Box component="span" sx={{ ml: 2, fontSize: 12, letterSpacing: 0, color: cores ? undefined : cor.text3 }}>
            {unidade}
          </Box>
        )}
      </Box>
      {legenda !== undefined && (
        <Box sx={{ fontSize: 12, lineHeight: '16px', minHeight: 16, color: cores ? undefined : cor.text3 }}>
          {legenda}
        </Box>
      )}
    </Box>
  )
}
