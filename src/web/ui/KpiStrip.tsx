import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { cor } from '#web/theme.ts'

export interface Kpi {
  rotulo: string
  /** Undefined while loading. */
  figura: ReactNode | undefined
  legenda?: ReactNode
  /** What it means, and how it is reckoned with the month's own numbers, behind the ⓘ. */
  definicao?: { texto: string; conta?: string | undefined } | undefined
}

/** From so many on, a value in millions needs the room that even columns and wide margins would take. */
const APERTADA_DESDE = 6

/** One card cut by dividers: label, figure, one line of comparison in words. */
export function KpiStrip({ itens, rotulo }: { itens: Kpi[]; rotulo: string }) {
  const apertada = itens.length >= APERTADA_DESDE
  const larga = apertada
    ? `repeat(3, auto) repeat(${itens.length - 3}, minmax(0, auto))`
    : `repeat(${itens.length}, 1fr)`
  return (
    <Card component="section" aria-label={rotulo} sx={{ flexShrink: 0, containerType: 'inline-size' }}>
      <Box
        sx={{
          display: 'grid',
          gap: '1px',
          background: cor.divider,
          gridTemplateColumns: '1fr',
          '@container (min-width: 440px)': {
            gridTemplateColumns: '1fr 1fr',
            // The ground that makes the lines between cells must not show where the last row is short.
            '& > :last-child:nth-of-type(odd)': { gridColumn: 'span 2' },
          },
          '@container (min-width: 640px)': {
            gridTemplateColumns: apertada ? 'repeat(3, 1fr)' : `repeat(${itens.length}, 1fr)`,
            '& > :last-child:nth-of-type(odd)': { gridColumn: 'auto' },
          },
          '@container (min-width: 1040px)': { gridTemplateColumns: larga },
        }}
      >
        {itens.map((item) => (
          <Figura key={item.rotulo} item={item} apertada={apertada} />
        ))}
      </Box>
    </Card>
  )
}

function Figura({ item, apertada }: { item: Kpi; apertada: boolean }) {
  const [explicando, setExplicando] = useState(false)
  return (
    <Box
      sx={{
        px: apertada ? 4.5 : 5,
        py: 4,
        minWidth: 0,
        background: explicando ? cor.hover : '#FFF',
        transition: 'background 120ms',
        // One under the other: the figure stands at the right of its label.
        '@container (max-width: 439.95px)': {
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr) auto',
          alignItems: 'center',
          columnGap: 3,
          py: 3,
          '& > :nth-of-type(2)': { gridArea: '1 / 2 / 3 / 3', fontSize: 20 },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 20 }}>
        <Typography sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' }}>
          {item.rotulo}
        </Typography>
        {item.definicao && (
          <Definicao item={item} definicao={item.definicao} aberta={explicando} aoMudar={setExplicando} />
        )}
      </Box>
      <Typography
        component="div"
        sx={{
          fontSize: 24,
          lineHeight: '32px',
          fontWeight: 500,
          letterSpacing: '-.4px',
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {item.figura ?? <Skeleton width={96} />}
      </Typography>
      <Typography component="div" sx={{ fontSize: 12, lineHeight: '16px', color: cor.text3, minHeight: 16 }}>
        {item.legenda}
      </Typography>
    </Box>
  )
}

interface DefinicaoProps {
  item: Kpi
  definicao: NonNullable<Kpi['definicao']>
  aberta: boolean
  aoMudar: (aberta: boolean) => void
}

/** Opens on hover, focus and tap. */
function Definicao({ item, definicao, aberta, aoMudar }: DefinicaoProps) {
  return (
    <Tooltip
      open={aberta}
      onOpen={() => aoMudar(true)}
      onClose={() => aoMudar(false)}
      arrow
      enterTouchDelay={0}
      leaveTouchDelay={20_000}
      describeChild
      slotProps={{ tooltip: { sx: { maxWidth: 420, p: 3.5 } }, arrow: { sx: { color: cor.ink } } }}
      title={
        <>
          <Box sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500 }}>{item.rotulo}</Box>
          <Box sx={{ lineHeight: '20px' }}>{definicao.texto}</Box>
          {definicao.conta && (
            <Box
              sx={{
                mt: 2.5,
                pt: 2.5,
                borderTop: '1px solid rgb(255 255 255 / .24)',
                color: cor.inkText2,
                lineHeight: '20px',
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              {definicao.conta}{' '}
              {item.figura !== undefined && <b style={{ color: '#FFF', fontWeight: 500 }}>= {item.figura}</b>}
            </Box>
          )}
        </>
      }
    >
      <IconButton
        size="small"
        aria-label={`Como se calcula: ${item.rotulo}`}
        onClick={() => aoMudar(true)}
        sx={{ p: 1, m: -1, minWidth: 0, minHeight: 0, color: aberta ? 'primary.main' : cor.text3 }}
      >
        <InfoOutlined sx={{ fontSize: 16 }} />
      </IconButton>
    </Tooltip>
  )
}
