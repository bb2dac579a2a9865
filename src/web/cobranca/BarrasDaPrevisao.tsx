import { scaleBand, scaleLinear } from 'd3-scale'
import { diaDaSemana } from '#domain/data.ts'
import { dia as data, diaDaSemanaCurto, diaEMes, numero, plural } from '#web/ui/formatos.ts'
import { useLargura } from '#web/ui/useLargura.ts'
import { type DiaDaPrevisao, motivoSemEnvio, type Recorte } from './previsao.ts'

export const ALTURA = 236
const MARGEM = { cima: 20, baixo: 40, esquerda: 36 }
/** The width of a day's label. */
const ROTULO = 40

interface BarrasProps extends Recorte {
  dias: DiaDaPrevisao[]
  pico: DiaDaPrevisao | undefined
  resumo: string
}

export function BarrasDaPrevisao({ dias, passo, nomes, pico, resumo }: BarrasProps) {
  const [moldura, largura] = useLargura<HTMLDivElement>()
  const x = scaleBand<string>()
    .domain(dias.map(({ dia }) => dia))
    .range([MARGEM.esquerda, largura || 240])
    .paddingInner(0.28)
    .paddingOuter(0.2)
  const y = scaleLinear()
    .domain([0, Math.max(4, ...dias.map(({ mensagens, adiadas_pela_lei }) => mensagens + adiadas_pela_lei))])
    .nice(3)
    .range([ALTURA - MARGEM.baixo, MARGEM.cima])
  /** So many days have room for one label. */
  const porRotulo = ROTULO / x.step()
  const semanas = Math.ceil(porRotulo / 7)
  return (
    <div ref={moldura}>
      <svg
        width="100%"
        height={ALTURA}
        role="img"
        aria-label={`Mensagens por dia. ${resumo}`}
        className="previsao-barras"
      >
        <defs>
          <pattern id="sem-envio" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" />
            <line x1="0" y1="0" x2="0" y2="6" strokeWidth="2" />
          </pattern>
        </defs>
        {y.ticks(3).map((marca) => (
          <g key={marca}>
            <line x1={MARGEM.esquerda} x2="100%" y1={y(marca)} y2={y(marca)} />
            <text x={MARGEM.esquerda - 8} y={y(marca) + 4} textAnchor="end">
              {numero(marca)}
            </text>
          </g>
        ))}
        {dias.map((um, i) => (
          <Coluna
            key={um.dia}
            dia={um}
            dele={passo === undefined ? 0 : (um.por_passo[passo] ?? 0)}
            motivo={motivoSemEnvio(um.dia, nomes)}
            esquerda={x(um.dia) ?? 0}
            grossura={x.bandwidth()}
            y={y}
            noPico={um === pico}
            comRotulo={i === 0 || (diaDaSemana(um.dia) === 1 && i >= porRotulo && Math.floor(i / 7) % semanas === 0)}
          />
        ))}
        <line className="chao" x1={MARGEM.esquerda} x2="100%" y1={y(0)} y2={y(0)} />
      </svg>
    </div>
  )
}

interface ColunaProps {
  dia: DiaDaPrevisao
  /** How many of them are the open step's. */
  dele: number
  motivo: string
  esquerda: number
  grossura: number
  y: (mensagens: number) => number
  noPico: boolean
  comRotulo: boolean
}
function Coluna({
  dia: { dia, envia, mensagens, perguntas, adiadas_pela_lei: adiadas },
  dele,
  motivo,
  esquerda,
  grossura,
  y,
  noPico,
  comRotulo,
}: ColunaProps) {
  const chao = y(0)
  const meio = esquerda + grossura / 2
  const cheia = { x: esquerda, width: grossura }
  return (
    <g>
      {!envia && <rect {...cheia} y={MARGEM.cima} height={chao - MARGEM.cima} fill="url(#sem-envio)" />}
      {mensagens > 0 && (
        <rect
          className="de-todos"
          x={esquerda + 0.5}
          width={Math.max(1, grossura - 1)}
          y={y(mensagens)}
          height={chao - y(mensagens)}
          rx="3"
        />
      )}
      {adiadas > 0 && (
        <rect
          className="adiadas"
          x={esquerda + 0.5}
          width={Math.max(1, grossura - 1)}
          y={y(mensagens + adiadas)}
          height={y(mensagens) - y(mensagens + adiadas)}
          rx="3"
        />
      )}
      {dele > 0 && <rect className="do-passo" {...cheia} y={y(dele)} height={chao - y(dele)} rx="2" />}
      <title>
        {`${data(dia)}: ${envia ? plural(mensagens, 'mensagem', 'mensagens') : motivo}${perguntas > 0 ? `, ${numero(perguntas)} só para confirmar a pessoa` : ''}${adiadas > 0 ? `; ${plural(adiadas, 'adiada', 'adiadas')} pela lei` : ''}`}
      </title>
      {noPico && mensagens > 0 && (
        <text className="pico" x={meio} y={y(mensagens) - 6} textAnchor="middle">
          {numero(mensagens)}
        </text>
      )}
      {comRotulo && (
        <text textAnchor="middle">
          <tspan x={meio} y={chao + 18}>
            {diaEMes(dia).replace(/^0/, '')}
          </tspan>
          <tspan x={meio} y={chao + 33}>
            {diaDaSemanaCurto(dia)}
          </tspan>
        </text>
      )}
    </g>
  )
}
