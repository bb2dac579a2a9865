import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { scaleBand, scaleLinear } from 'd3-scale'
import { useState } from 'react'
import { nomeDoFeriado } from '#domain/calendario.ts'
import { diaDaSemana } from '#domain/data.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { cor } from '#web/theme.ts'
import { dia as data, diaDaSemanaCurto, numero, passoCurto, plural } from '#web/ui/formatos.ts'
import { BarChartOutlined } from '#web/ui/icons/BarChartOutlined.tsx'
import { TableRowsOutlined } from '#web/ui/icons/TableRowsOutlined.tsx'
import { useLargura } from '#web/ui/useLargura.ts'

export type Previsao = Resposta<'POST /api/admin/configuracoes/regua/previsao'>

interface Props {
  previsao: Previsao | undefined
  erro: string | undefined
  aoTentar: () => void
  atualizando: boolean
  /** The step that is open: its part of each day is drawn inside. */
  passo: number | undefined
  /** What the company calls its own holidays. */
  nomes: Record<string, string>
}

/** What the cadence would send in the next thirty days; days on which nothing can go are hatched. */
export function GraficoPrevisao({ previsao, erro, aoTentar, atualizando, passo, nomes }: Props) {
  const [emTabela, setEmTabela] = useState(false)
  const pico = previsao?.dias.reduce((maior, um) => (um.mensagens > maior.mensagens ? um : maior))
  const resumo = previsao && pico ? fraseDoPico(previsao, pico) : ' '
  return (
    <Card
      component="section"
      aria-label="Próximos 30 dias"
      aria-busy={atualizando}
      sx={{ p: 5, minWidth: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }} role="status">
          <Typography variant="h2">
            {previsao
              ? `Próximos 30 dias: ${previsao.total === 0 ? 'nenhuma mensagem' : `cerca de ${plural(previsao.total, 'mensagem', 'mensagens')}`}`
              : 'Próximos 30 dias'}
          </Typography>
          <Typography sx={{ fontSize: 13, lineHeight: '18px', minHeight: 18, color: 'text.secondary' }}>
            {erro ? 'A previsão não pôde ser feita. A régua pode ser mudada e salva assim mesmo.' : resumo}
          </Typography>
        </Box>
        <Tooltip title={emTabela ? 'Ver o gráfico' : 'Ver a tabela'}>
          <IconButton
            aria-label={emTabela ? 'Ver o gráfico' : 'Ver a tabela'}
            onClick={() => setEmTabela(!emTabela)}
            disabled={!previsao}
            sx={{ mt: '-6px', mr: '-8px' }}
          >
            {emTabela ? <BarChartOutlined size={20} /> : <TableRowsOutlined size={20} />}
          </IconButton>
        </Tooltip>
      </Box>
      <Legenda passo={passo} />
      <Box sx={{ minHeight: ALTURA, opacity: atualizando ? 0.6 : 1, transition: 'opacity 120ms 150ms' }}>
        {!previsao ? (
          erro ? (
            <Box role="alert" sx={{ display: 'grid', justifyItems: 'start', gap: 3, py: 6 }}>
              {erro}
              <Button variant="outlined" onClick={aoTentar}>
                Tentar de novo
              </Button>
            </Box>
          ) : (
            <Skeleton variant="rounded" height={ALTURA} />
          )
        ) : emTabela ? (
          <Tabela previsao={previsao} passo={passo} nomes={nomes} />
        ) : (
          <Barras previsao={previsao} passo={passo} nomes={nomes} maior={pico?.mensagens ?? 0} resumo={resumo} />
        )}
      </Box>
    </Card>
  )
}

const ALTURA = 236
const MARGEM = { cima: 20, baixo: 40, esquerda: 36 }

function fraseDoPico({ dias }: Previsao, pico: Previsao['dias'][number]): string {
  if (pico.mensagens === 0) return 'Pelas contas abertas hoje, nada sairia nestes dias.'
  const antes = dias[dias.indexOf(pico) - 1]
  const porque =
    !antes || antes.envia ? '' : diaDaSemana(antes.dia) === 0 ? ', depois do domingo' : ', depois do feriado'
  return `Pelas contas de hoje, se ninguém pagar nem responder. O pico é em ${data(pico.dia).slice(0, 5)}${porque}: ${numero(pico.mensagens)}.`
}

function Legenda({ passo }: { passo: number | undefined }) {
  const quadro = { width: 12, height: 12, borderRadius: '3px', flexShrink: 0 }
  return (
    <Box
      aria-hidden
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        rowGap: 1,
        my: 3,
        fontSize: 13,
        lineHeight: '18px',
        '& > span': { display: 'inline-flex', alignItems: 'center', gap: 2 },
      }}
    >
      {passo !== undefined && (
        <span>
          <Box className="pintado" sx={{ ...quadro, background: 'var(--primary)' }} />
          Só o passo {passoCurto(passo)}
        </span>
      )}
      <span>
        <Box
          className="pintado"
          sx={{ ...quadro, background: 'var(--chart-part)', border: `1px solid ${cor.borderControl}` }}
        />
        Todos os passos
      </span>
      <span>
        <Box
          className="pintado"
          sx={{
            ...quadro,
            background: 'repeating-linear-gradient(135deg, var(--chart-hatch) 0 2px, var(--hover) 2px 5px)',
          }}
        />
        Sem envio
      </span>
    </Box>
  )
}

function Barras({
  previsao,
  passo,
  nomes,
  maior,
  resumo,
}: Pick<Props, 'passo' | 'nomes'> & {
  previsao: Previsao
  maior: number
  resumo: string
}) {
  const [moldura, largura] = useLargura<HTMLDivElement>()
  const x = scaleBand<string>()
    .domain(previsao.dias.map(({ dia }) => dia))
    .range([MARGEM.esquerda, Math.max(largura, 240)])
    .paddingInner(0.28)
    .paddingOuter(0.2)
  const y = scaleLinear()
    .domain([0, Math.max(4, maior)])
    .nice(3)
    .range([ALTURA - MARGEM.baixo, MARGEM.cima])
  const chao = y(0)
  const grossura = x.bandwidth()
  return (
    <div ref={moldura}>
      <svg
        width="100%"
        height={ALTURA}
        role="img"
        aria-label={`Mensagens por dia. ${resumo}`}
        style={{ display: 'block', overflow: 'visible' }}
      >
        <defs>
          <pattern id="sem-envio" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" fill="var(--hover)" />
            <line x1="0" y1="0" x2="0" y2="6" stroke="var(--chart-hatch)" strokeWidth="2" />
          </pattern>
        </defs>
        {y.ticks(3).map((marca) => (
          <g key={marca}>
            <line x1={MARGEM.esquerda} x2="100%" y1={y(marca)} y2={y(marca)} stroke={cor.divider} />
            <text x={MARGEM.esquerda - 8} y={y(marca) + 4} textAnchor="end" fontSize="12" fill={cor.text3}>
              {numero(marca)}
            </text>
          </g>
        ))}
        {previsao.dias.map((um, i) => {
          const esquerda = x(um.dia) ?? 0
          const dele = passo === undefined ? 0 : (um.por_passo[passo] ?? 0)
          const comRotulo = i === 0 || (diaDaSemana(um.dia) === 1 && i > 2)
          return (
            <g key={um.dia}>
              {!um.envia && (
                <rect
                  x={esquerda}
                  y={MARGEM.cima}
                  width={grossura}
                  height={chao - MARGEM.cima}
                  fill="url(#sem-envio)"
                />
              )}
              {um.mensagens > 0 && (
                <rect
                  x={esquerda + 0.5}
                  y={y(um.mensagens)}
                  width={Math.max(1, grossura - 1)}
                  height={chao - y(um.mensagens)}
                  rx="3"
                  fill="var(--chart-part)"
                  stroke={cor.borderControl}
                />
              )}
              {dele > 0 && (
                <rect x={esquerda} y={y(dele)} width={grossura} height={chao - y(dele)} rx="2" fill="var(--selected)" />
              )}
              <title>{`${data(um.dia)}: ${um.envia ? plural(um.mensagens, 'mensagem', 'mensagens') : motivoSemEnvio(um.dia, nomes)}`}</title>
              {um.mensagens === maior && maior > 0 && previsao.dias.findIndex((d) => d.mensagens === maior) === i && (
                <text x={esquerda + grossura / 2} y={y(maior) - 6} textAnchor="middle" fontSize="13" fontWeight="600">
                  {numero(maior)}
                </text>
              )}
              {comRotulo && (
                <text textAnchor="middle" fontSize="12" fill={cor.text3}>
                  <tspan x={esquerda + grossura / 2} y={chao + 18}>
                    {`${Number(um.dia.slice(8))}/${um.dia.slice(5, 7)}`}
                  </tspan>
                  <tspan x={esquerda + grossura / 2} y={chao + 33}>
                    {diaDaSemanaCurto(um.dia)}
                  </tspan>
                </text>
              )}
            </g>
          )
        })}
        <line x1={MARGEM.esquerda} x2="100%" y1={chao} y2={chao} stroke={cor.borderControl} />
      </svg>
    </div>
  )
}

const motivoSemEnvio = (dia: string, nomes: Props['nomes']) =>
  diaDaSemana(dia) === 0
    ? 'domingo'
    : (nomes[dia] ?? nomeDoFeriado(dia) ?? (diaDaSemana(dia) === 6 ? 'sábado sem envio' : 'feriado'))

function Tabela({ previsao, passo, nomes }: Pick<Props, 'passo' | 'nomes'> & { previsao: Previsao }) {
  return (
    <Box tabIndex={0} role="region" aria-label="Mensagens por dia, em tabela" sx={{ maxHeight: 400, overflow: 'auto' }}>
      <Box
        component="table"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { textAlign: 'left', p: '6px 12px 6px 0', borderBottom: `1px solid ${cor.rowDivider}` },
          '& th': {
            fontSize: 13,
            fontWeight: 500,
            color: 'text.secondary',
            position: 'sticky',
            top: 0,
            background: 'var(--surface)',
          },
          '& .n': { textAlign: 'right' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">Dia</th>
            {passo !== undefined && (
              <th scope="col" className="n">
                Passo {passoCurto(passo)}
              </th>
            )}
            <th scope="col" className="n">
              Mensagens
            </th>
          </tr>
        </thead>
        <tbody>
          {previsao.dias.map((um) => (
            <tr key={um.dia}>
              <td>
                {data(um.dia)}, {diaDaSemanaCurto(um.dia)}
              </td>
              {passo !== undefined && <td className="n">{numero(um.por_passo[passo] ?? 0)}</td>}
              <td className="n">{um.envia ? numero(um.mensagens) : motivoSemEnvio(um.dia, nomes)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}
