import Box from '@mui/material/Box'
import { scaleBand, scaleLinear } from 'd3-scale'
import { cor } from '#web/theme.ts'
import { dinheiro, resumido } from '#web/ui/formatos.ts'

interface Mes {
  mes: string
  cobrado: number
  recebido: number
}

const LARGURA = 720
const ALTURA = 240
const MARGEM = { esquerda: 56, direita: 8, topo: 8, base: 28 }
const nomeDoMes = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'short' })
export const mesPorExtenso = (mes: string) =>
  `${nomeDoMes.format(new Date(`${mes}-01T00:00:00Z`)).replace('.', '')}/${mes.slice(2, 4)}`

/** Received drawn inside billed, month by month; the running month is dashed. The same figures are in the table beside it. */
export function GraficoMensal({ meses }: { meses: Mes[] }) {
  const maximo = Math.max(1, ...meses.map(({ cobrado, recebido }) => Math.max(cobrado, recebido)))
  const x = scaleBand<string>()
    .domain(meses.map(({ mes }) => mes))
    .range([MARGEM.esquerda, LARGURA - MARGEM.direita])
    .padding(0.32)
  const y = scaleLinear()
    .domain([0, maximo])
    .nice(4)
    .range([ALTURA - MARGEM.base, MARGEM.topo])
  const base = y(0)
  const total = meses.reduce((soma, mes) => soma + mes.recebido, 0)
  return (
    <Box
      component="svg"
      viewBox={`0 0 ${LARGURA} ${ALTURA}`}
      role="img"
      aria-label={`Cobrado e recebido nos últimos ${meses.length} meses: ${dinheiro(total)} recebidos no total.`}
      sx={{ width: '100%', height: 'auto', display: 'block' }}
    >
      {y.ticks(4).map((marca) => (
        <g key={marca}>
          <line x1={MARGEM.esquerda} x2={LARGURA - MARGEM.direita} y1={y(marca)} y2={y(marca)} stroke={cor.divider} />
          <text x={MARGEM.esquerda - 8} y={y(marca) + 4} textAnchor="end" fontSize={12} fill={cor.text3}>
            {resumido(marca)}
          </text>
        </g>
      ))}
      {meses.map(({ mes, cobrado, recebido }, i) => {
        const esquerda = x(mes) ?? 0
        const largura = x.bandwidth()
        const corrente = i === meses.length - 1
        return (
          <g key={mes}>
            <title>{`${mesPorExtenso(mes)}: cobrado ${dinheiro(cobrado)}, recebido ${dinheiro(recebido)}`}</title>
            <rect
              x={esquerda}
              y={y(cobrado)}
              width={largura}
              height={base - y(cobrado)}
              rx={3}
              fill="#E3EAF2"
              stroke={cor.borderControl}
              strokeDasharray={corrente ? '4 3' : undefined}
            />
            <rect
              x={esquerda + 4}
              y={y(recebido)}
              width={largura - 8}
              height={base - y(recebido)}
              rx={2}
              fill="#1976D2"
            />
            <text x={esquerda + largura / 2} y={ALTURA - 8} textAnchor="middle" fontSize={12} fill={cor.text3}>
              {mesPorExtenso(mes)}
            </text>
          </g>
        )
      })}
    </Box>
  )
}
