import { ano, dinheiro, mesCurto, mesInteiro } from '#web/ui/formatos.ts'
import { useLargura } from '#web/ui/useLargura.ts'
import { resumido } from './numeros.ts'

interface Mes {
  mes: string
  cobrado: number
  recebido: number
}

const ALTURA = 236
const MARGEM = { esquerda: 56, direita: 4, topo: 24, base: 28 }
const BARRA = 32
const MARCAS = 4
/** The width of a month's name. */
const NOME = 34
/** The gap between bars, as a share of a month's width. */
const FOLGA = 0.3

/** What the two tones of the chart are. */
export function Legenda() {
  return (
    <div className="legenda">
      <span>Cobrado</span>
      <span className="legenda-recebido">Recebido</span>
    </div>
  )
}

/** Received drawn inside billed, month by month; the running month is dashed. The same figures are in the table beside it. */
export function GraficoMensal({ meses }: { meses: Mes[] }) {
  const [moldura, largura] = useLargura<HTMLDivElement>()
  const total = meses.reduce((soma, mes) => soma + mes.recebido, 0)
  return (
    <div
      ref={moldura}
      role="img"
      aria-label={`Cobrado e recebido nos últimos ${meses.length} meses: ${dinheiro(total)} recebidos no total.`}
      style={{ height: ALTURA }}
    >
      {largura > 0 && (
        <svg width={largura} height={ALTURA} aria-hidden="true" style={{ display: 'block' }}>
          <Barras meses={meses} largura={largura} />
        </svg>
      )}
    </div>
  )
}

function Barras({ meses, largura }: { meses: Mes[]; largura: number }) {
  const maximo = Math.max(1, ...meses.map(({ cobrado, recebido }) => Math.max(cobrado, recebido)))
  const passo = passoRedondo(maximo / MARCAS)
  const marcas = Array.from({ length: Math.ceil(maximo / passo) + 1 }, (_, n) => n * passo)
  const topo = marcas.at(-1) ?? maximo
  const y = (valor: number) => ALTURA - MARGEM.base - (valor / topo) * (ALTURA - MARGEM.base - MARGEM.topo)
  const vao = (largura - MARGEM.esquerda - MARGEM.direita) / (meses.length + FOLGA)
  const barra = Math.min(BARRA, vao * (1 - FOLGA))
  const maior = meses.findIndex((mes) => mes.cobrado === maximo)
  const porNome = Math.ceil(NOME / vao)
  return (
    <>
      {marcas.map((marca) => (
        <g key={marca}>
          <line
            x1={MARGEM.esquerda}
            x2={largura - MARGEM.direita}
            y1={y(marca)}
            y2={y(marca)}
            stroke={marca === 0 ? 'var(--border-control)' : 'var(--divider)'}
          />
          <text x={MARGEM.esquerda - 8} y={y(marca) + 4} textAnchor="end" fontSize={12} fill="var(--text-3)">
            {resumido(marca)}
          </text>
        </g>
      ))}
      {meses.map((mes, i) => {
        const corrente = i === meses.length - 1
        return (
          <UmMes
            key={mes.mes}
            mes={mes}
            meio={MARGEM.esquerda + vao * (i + (1 + FOLGA) / 2)}
            barra={barra}
            y={y}
            corrente={corrente}
            comNome={(meses.length - 1 - i) % porNome === 0}
            comValor={corrente || i === maior}
            apertado={porNome > 1 && corrente}
          />
        )
      })}
    </>
  )
}

interface UmMesProps {
  mes: Mes
  meio: number
  barra: number
  y: (valor: number) => number
  corrente: boolean
  comNome: boolean
  comValor: boolean
  /** At the edge, without room for its value on both sides. */
  apertado: boolean
}

function UmMes(props: UmMesProps) {
  const {
    mes: { mes, cobrado, recebido },
    meio,
    barra,
    y,
    corrente,
    comNome,
    comValor,
    apertado,
  } = props
  const dentro = Math.max(4, barra * 0.6)
  return (
    <g>
      <title>{`${mesInteiro(mes)} de ${ano(mes)}: cobrado ${dinheiro(cobrado)}, recebido ${dinheiro(recebido)}`}</title>
      <path
        d={barraDe(meio, barra, y(cobrado), y(0), 4)}
        fill={corrente ? 'var(--surface)' : 'var(--chart-part)'}
        stroke="var(--border-control)"
        strokeDasharray={corrente ? '4 3' : undefined}
      />
      <path d={barraDe(meio, dentro, y(recebido), y(0), 2)} fill="var(--selected)" />
      {comValor && (
        <text
          x={apertado ? meio + barra / 2 : meio}
          y={y(Math.max(cobrado, recebido)) - 7}
          textAnchor={apertado ? 'end' : 'middle'}
          fontSize={12}
          fill="var(--text-2)"
        >
          {resumido(cobrado < 1000 ? Math.round(cobrado) : Math.round(cobrado / 1000) * 1000)}
        </text>
      )}
      {comNome && (
        <text
          x={meio}
          y={ALTURA - 8}
          textAnchor="middle"
          fontSize={12}
          fontWeight={corrente ? 600 : 400}
          fill={corrente ? 'var(--text)' : 'var(--text-3)'}
        >
          {mesCurto(mes)}
        </text>
      )}
    </g>
  )
}

/** The round number at or over a step: 1, 2 or 5 times a power of ten. */
function passoRedondo(aoMenos: number): number {
  const potencia = 10 ** Math.floor(Math.log10(aoMenos))
  return potencia * ([1, 2, 5].find((vezes) => vezes * potencia >= aoMenos) ?? 10)
}

/** A bar that stands on the axis, its top corners rounded. */
function barraDe(meio: number, largura: number, topo: number, base: number, raio: number): string {
  const canto = Math.min(raio, largura / 2, Math.max(0, base - topo))
  const de = meio - largura / 2
  const ate = meio + largura / 2
  return `M${de},${base}V${topo + canto}Q${de},${topo} ${de + canto},${topo}H${ate - canto}Q${ate},${topo} ${ate},${topo + canto}V${base}`
}
