import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { cor } from '#web/theme.ts'

export interface Kpi {
  rotulo: string
  /** Undefined while loading. */
  figura: ReactNode | undefined
  legenda?: ReactNode
  /** The definition, with the month's own numbers, behind the ⓘ. */
  definicao?: ReactNode
  corDaFigura?: string
}

/** From so many on, a value in millions needs the room that a wide margin would take. */
const APERTADA_DESDE = 6

/** One card cut by dividers: label, figure, one line of comparison in words. */
export function KpiStrip({ itens, rotulo }: { itens: Kpi[]; rotulo: string }) {
  const apertada = itens.length >= APERTADA_DESDE
  return (
    <Card
      component="section"
      aria-label={rotulo}
      sx={{
        flexShrink: 0,
        display: 'grid',
        gap: '1px',
        background: cor.divider,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: `repeat(${itens.length}, 1fr)` },
      }}
    >
      {itens.map((item) => (
        <Box key={item.rotulo} sx={{ px: apertada ? 3.5 : 5, py: 4, minWidth: 0, background: '#FFF' }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 20 }}>
            <Typography sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' }}>
              {item.rotulo}
            </Typography>
            {item.definicao && (
              <Tooltip title={item.definicao} enterTouchDelay={0} leaveTouchDelay={8000}>
                <IconButton
                  size="small"
                  aria-label={`Como se calcula: ${item.rotulo}`}
                  sx={{ p: 0.5, minWidth: 0, minHeight: 0 }}
                >
                  <InfoOutlined sx={{ fontSize: 16 }} />
                </IconButton>
              </Tooltip>
            )}
          </Box>
          <Typography
            component="div"
            sx={{
              fontSize: apertada ? 22 : 24,
              lineHeight: '32px',
              fontWeight: 500,
              letterSpacing: '-.4px',
              fontVariantNumeric: 'tabular-nums',
              color: item.corDaFigura,
            }}
          >
            {item.figura ?? <Skeleton width={96} />}
          </Typography>
          <Typography sx={{ fontSize: 12, lineHeight: '16px', color: cor.text3, minHeight: 16 }}>
            {item.legenda}
          </Typography>
        </Box>
      ))}
    </Card>
  )
}
