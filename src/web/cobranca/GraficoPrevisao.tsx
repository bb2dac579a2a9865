import { scaleBand, scaleLinear } from 'd3-scale'
import { useState } from 'react'
import { nomeDoFeriado } from '#domain/calendario.ts'
import { diaDaSemana } from '#domain/data.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dia as data, diaDaSemanaCurto, diaEMes, numero, passoCurto, plural } from '#web/ui/formatos.ts'
import { BarChartOutlined } from '#web/ui/icons/BarChartOutlined.tsx'
import { TableRowsOutlined } from '#web/ui/icons/TableRowsOutlined.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { useLargura } from '#web/ui/useLargura.ts'
import { fraseDaLei, fraseDasPerguntas } from './fraseDaLei.ts'
import './previsao.css'

export type Previsao = Resposta<'POST /api/admin/configuracoes/regua/previsao'>
type Dia = Previsao['dias'][number]

interface Props {
  previsao: Previsao | undefined
  erro: string | undefined
  aoTentar: () => void
  atualizando: boolean
  /** The open step: its part of each day is drawn inside the bar. */
  passo: number | undefined
  /** What the company calls its own holidays. */
  nomes: Record<string, string>
}

/** What the cadence would send in the next thirty days; days on which nothing can go are hatched. */
export function GraficoPrevisao({ previsao, erro, aoTentar, atualizando, passo, nomes }: Props) {
  const [emTabela, setEmTabela] = useState(false)
  const pico = previsao?.dias.reduce((maior, um) => (um.mensagens > maior.mensagens ? um : maior))
  const resumo = previsao && pico ? fraseDoPico(previsao, pico) : ' '
  const { adiadas_pela_lei: adiadas = 0, perguntas = 0 } = previsao ?? {}
  const troca = emTabela ? 'Ver o gráfico' : 'Ver a tabela'
  return (
    <Card folga aria-label="Próximos 30 dias" aria-busy={atualizando} className="previsao">
      <div className="previsao-topo flex gap-12">
        <div role="status">
          <h2 className="titulo">{tituloDe(previsao)}</h2>
          <p className="regua-nota menor cinza">
            {erro ? 'A previsão não pôde ser feita. A régua pode ser mudada e salva assim mesmo.' : resumo}
          </p>
          {perguntas > 0 && <p className="regua-nota menor cinza">{fraseDasPerguntas(perguntas)}</p>}
          {adiadas > 0 && <p className="regua-nota menor cinza">{fraseDaLei(adiadas)}</p>}
        </div>
        <Tooltip texto={troca}>
          <IconButton aria-label={troca} onClick={() => setEmTabela(!emTabela)} disabled={!previsao}>
            {emTabela ? <BarChartOutlined size={20} /> : <TableRowsOutlined size={20} />}
          </IconButton>
        </Tooltip>
      </div>
      <Legenda passo={passo} comAdiadas={adiadas > 0} />
      <div className={atualizando ? 'previsao-dias velha' : 'previsao-dias'} style={{ minHeight: ALTURA }}>
        {!previsao ? (
          erro ? (
            <div role="alert" className="previsao-erro grid gap-12">
              {erro}
              <Button variant="outlined" onClick={aoTentar}>
                Tentar de novo
              </Button>
            </div>
          ) : (
            <Skeleton altura={ALTURA} />
          )
        ) : emTabela ? (
          <Tabela
            dias={previsao.dias}
            passo={passo}
            nomes={nomes}
            comAdiadas={adiadas > 0}
            comPerguntas={perguntas > 0}
          />
        ) : (
          <Barras dias={previsao.dias} passo={passo} nomes={nomes} pico={pico} resumo={resumo} />
        )}
      </div>
    </Card>
  )
}

const ALTURA = 236
const MARGEM = { cima: 20, baixo: 40, esquerda: 36 }

function tituloDe(previsao: Previsao | undefined): string {
  if (!previsao) return 'Próximos 30 dias'
  const { total } = previsao
  return `Próximos 30 dias: ${total === 0 ? 'nenhuma mensagem' : `cerca de ${plural(total, 'mensagem', 'mensagens')}`}`
}

function fraseDoPico({ dias }: Previsao, pico: Dia): string {
  if (pico.mensagens === 0) return 'Pelas contas abertas hoje, nada sairia nestes dias.'
  const antes = dias[dias.indexOf(pico) - 1]
  const porque =
    !antes || antes.envia ? '' : diaDaSemana(antes.dia) === 0 ? ', depois do domingo' : ', depois do feriado'
  return `Pelas contas de hoje, se ninguém pagar nem responder. O pico é em ${diaEMes(pico.dia)}${porque}: ${numero(pico.mensagens)}.`
}

const Legenda = ({ passo, comAdiadas }: Pick<Props, 'passo'> & { comAdiadas: boolean }) => (
  <div aria-hidden className="previsao-legenda flex menor wrap">
    {passo !== undefined && (
      <span>
        <i className="pintado do-passo" />
        Só o passo {passoCurto(passo)}
      </span>
    )}
    <span>
      <i className="pintado de-todos" />
      Todos os passos
    </span>
    {comAdiadas && (
      <span>
        <i className="pintado adiadas" />
        Adiadas pela lei de onde o cliente está
      </span>
    )}
    <span>
      <i className="pintado sem-envio" />
      Sem envio
    </span>
  </div>
)

interface BarrasProps extends Pick<Props, 'passo' | 'nomes'> {
  dias: Dia[]
  pico: Dia | undefined
  resumo: string
}

function Barras({ dias, passo, nomes, pico, resumo }: BarrasProps) {
  const [moldura, largura] = useLargura<HTMLDivElement>()
  const x = scaleBand<string>()
    .domain(dias.map(({ dia }) => dia))
    .range([MARGEM.esquerda, Math.max(largura, 240)])
    .paddingInner(0.28)
    .paddingOuter(0.2)
  const y = scaleLinear()
    .domain([0, Math.max(4, ...dias.map(({ mensagens, adiadas_pela_lei }) => mensagens + adiadas_pela_lei))])
    .nice(3)
    .range([ALTURA - MARGEM.baixo, MARGEM.cima])
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
            comRotulo={i === 0 || (diaDaSemana(um.dia) === 1 && i > 2)}
          />
        ))}
        <line className="chao" x1={MARGEM.esquerda} x2="100%" y1={y(0)} y2={y(0)} />
      </svg>
    </div>
  )
}

interface ColunaProps {
  dia: Dia
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

const motivoSemEnvio = (dia: string, nomes: Props['nomes']) =>
  diaDaSemana(dia) === 0
    ? 'domingo'
    : (nomes[dia] ?? nomeDoFeriado(dia) ?? (diaDaSemana(dia) === 6 ? 'sábado sem envio' : 'feriado'))

const Tabela = ({
  dias,
  passo,
  nomes,
  comAdiadas,
  comPerguntas,
}: Pick<Props, 'passo' | 'nomes'> & { dias: Dia[]; comAdiadas: boolean; comPerguntas: boolean }) => (
  <table className="previsao-tabela" aria-label="Mensagens por dia, em tabela">
    <thead>
      <tr>
        <th scope="col">Dia</th>
        {passo !== undefined && <th scope="col">Passo {passoCurto(passo)}</th>}
        <th scope="col">Mensagens</th>
        {comPerguntas && <th scope="col">Só confirmam a pessoa</th>}
        {comAdiadas && <th scope="col">Adiadas pela lei</th>}
      </tr>
    </thead>
    <tbody>
      {dias.map((um) => (
        <tr key={um.dia}>
          <td>
            {data(um.dia)}, {diaDaSemanaCurto(um.dia)}
          </td>
          {passo !== undefined && <td>{numero(um.por_passo[passo] ?? 0)}</td>}
          <td>{um.envia ? numero(um.mensagens) : motivoSemEnvio(um.dia, nomes)}</td>
          {comPerguntas && <td>{numero(um.perguntas)}</td>}
          {comAdiadas && <td>{numero(um.adiadas_pela_lei)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)
