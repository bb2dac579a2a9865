import BarChartOutlined from '@mui/icons-material/BarChartOutlined'
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Resposta } from '#web/api/contrato.ts'
import { cor } from '#web/theme.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dinheiro, duracao, numero, percentual, valor } from '#web/ui/formatos.ts'
import { type Kpi, KpiStrip } from '#web/ui/KpiStrip.tsx'
import { Page } from '#web/ui/Page.tsx'
import { dashboardAdminQuery, dashboardOperadoresQuery, graficoMensalQuery } from './dashboard.api.ts'
import { GraficoMensal, mesPorExtenso } from './GraficoMensal.tsx'

type Figuras = Resposta<'GET /api/admin/dashboard'>

/** What is broken comes before any figure; then the month, its chart, the aging and who works. */
export function AdminDashboardPage() {
  const { data, error, refetch } = useQuery(dashboardAdminQuery)
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir o painel" erro={error} aoTentar={() => void refetch()} />
  return (
    <Page>
      {data?.alertas.map((alerta) => (
        <Alert
          key={alerta.codigo}
          severity="error"
          action={<Link to="/admin/whatsapp">Ver a conexão</Link>}
          sx={{ alignItems: 'center' }}
        >
          {alerta.mensagem}
        </Alert>
      ))}
      <KpiStrip rotulo="Figuras do mês" itens={kpis(data)} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '2fr 1fr' } }}>
        <CobradoERecebido />
        <Aging faixas={data?.aging} />
      </Box>
      <Operadores />
    </Page>
  )
}

function kpis(data: Figuras | undefined): Kpi[] {
  const d = data?.detalhe
  return [
    {
      rotulo: 'Em aberto',
      figura: data && dinheiro(data.valores_em_aberto),
      legenda: 'a vencer e vencido, hoje',
      definicao: 'O que falta receber de todas as contas em aberto e vencidas, sem encargos.',
    },
    {
      rotulo: 'Recebido no mês',
      figura: data && dinheiro(data.valores_cobrados),
      legenda: 'pagamentos deste mês',
      definicao: 'Soma dos pagamentos com data deste mês, menos os estornados.',
    },
    {
      rotulo: 'Cobranças do mês',
      figura: data && percentual(data.percentual_cobrancas_mes),
      legenda: 'do que venceu até o fim do mês',
      definicao:
        data &&
        d &&
        `Recebido no mês (${dinheiro(data.valores_cobrados)}) ÷ (recebido no mês + ainda em aberto do que vence até o fim do mês, ${dinheiro(d.a_receber_ate_fim_do_mes)}).`,
    },
    {
      rotulo: 'Mensagens enviadas',
      figura: data && numero(data.mensagens_enviadas),
      legenda: 'aceitas pelo WhatsApp no mês',
      definicao: 'Mensagens que o WhatsApp aceitou neste mês, automáticas e de operadores.',
    },
    {
      rotulo: 'Mensagens recebidas',
      figura: data && numero(data.mensagens_recebidas),
      legenda: 'de clientes, no mês',
    },
    {
      rotulo: 'Taxa de resposta',
      figura: data && percentual(data.taxa_resposta),
      legenda: 'responderam em até 7 dias',
      definicao:
        d &&
        `${numero(d.clientes_que_responderam)} clientes responderam em até 7 dias, de ${numero(d.clientes_contatados)} contatados no mês.`,
    },
  ]
}

function CobradoERecebido() {
  const { data, error, refetch } = useQuery(graficoMensalQuery)
  const [tabela, setTabela] = useState(false)
  return (
    <Card component="section" aria-label="Cobrado e recebido por mês" sx={{ p: 5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', mb: 3 }}>
        <Typography variant="h2">Cobrado e recebido</Typography>
        <Tooltip title={tabela ? 'Ver o gráfico' : 'Ver em tabela'}>
          <IconButton
            sx={{ ml: 'auto' }}
            aria-label={tabela ? 'Ver o gráfico' : 'Ver em tabela'}
            onClick={() => setTabela(!tabela)}
          >
            {tabela ? <BarChartOutlined /> : <TableRowsOutlined />}
          </IconButton>
        </Tooltip>
      </Box>
      {error && !data ? (
        <ErrorState titulo="Não foi possível abrir o gráfico" erro={error} aoTentar={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={220} />
      ) : tabela ? (
        <TabelaDosMeses meses={data} />
      ) : (
        <GraficoMensal meses={data} />
      )}
    </Card>
  )
}

function TabelaDosMeses({ meses }: { meses: Resposta<'GET /api/admin/dashboard/grafico-mensal'> }) {
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          {['Mês', 'Cobrado', 'Recebido', 'Enviadas', 'Recebidas'].map((nome, i) => (
            <TableCell key={nome} align={i ? 'right' : 'left'}>
              {nome}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {meses.map((mes) => (
          <TableRow key={mes.mes}>
            <TableCell>{mesPorExtenso(mes.mes)}</TableCell>
            <TableCell align="right">{valor(mes.cobrado)}</TableCell>
            <TableCell align="right">{valor(mes.recebido)}</TableCell>
            <TableCell align="right">{numero(mes.enviadas)}</TableCell>
            <TableCell align="right">{numero(mes.recebidas)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const FAIXAS: Record<string, { nome: string; cor: string }> = {
  a_vencer: { nome: 'A vencer', cor: '#5B7083' },
  '1-30': { nome: '1 a 30 dias', cor: '#D9730D' },
  '31-60': { nome: '31 a 60 dias', cor: '#C4501A' },
  '61-90': { nome: '61 a 90 dias', cor: '#A8321F' },
  '90+': { nome: 'Mais de 90 dias', cor: '#7F1D1D' },
}

function Aging({ faixas }: { faixas: Figuras['aging'] | undefined }) {
  const maximo = Math.max(1, ...(faixas ?? []).map((faixa) => faixa.valor))
  return (
    <Card component="section" aria-label="Em aberto por atraso" sx={{ p: 5 }}>
      <Typography variant="h2" sx={{ mb: 3 }}>
        Em aberto por atraso
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 3 }}>
        {faixas?.map((faixa) => (
          <Box key={faixa.faixa}>
            <Box sx={{ display: 'flex', gap: 2, mb: 1 }}>
              <Box component="dt">{FAIXAS[faixa.faixa]?.nome}</Box>
              <Box component="dd" sx={{ m: 0, ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
                {dinheiro(faixa.valor)}{' '}
                <Box component="span" sx={{ color: cor.text3 }}>
                  · {numero(faixa.contas)}
                </Box>
              </Box>
            </Box>
            <Box aria-hidden sx={{ height: 8, borderRadius: 1, background: cor.surfaceAlt }}>
              <Box
                sx={{
                  height: 8,
                  borderRadius: 1,
                  width: `${(faixa.valor / maximo) * 100}%`,
                  background: FAIXAS[faixa.faixa]?.cor,
                }}
              />
            </Box>
          </Box>
        )) ?? <Skeleton variant="rounded" height={180} />}
      </Box>
    </Card>
  )
}

function Operadores() {
  const { data, error, refetch } = useQuery(dashboardOperadoresQuery)
  return (
    <Card component="section" aria-label="Operadores no mês" sx={{ overflowX: 'auto' }}>
      <Typography variant="h2" sx={{ p: 5, pb: 2 }}>
        Operadores no mês
      </Typography>
      {error && !data ? (
        <ErrorState titulo="Não foi possível abrir a lista" erro={error} aoTentar={() => void refetch()} />
      ) : (
        <Table size="small" sx={{ minWidth: 720 }}>
          <TableHead>
            <TableRow>
              {['Operador', 'Situação', 'Clientes', 'Contatos', 'Tempo de resposta', 'Recebido'].map((nome, i) => (
                <TableCell key={nome} align={i > 1 ? 'right' : 'left'}>
                  {nome}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {[...(data ?? [])]
              .sort((a, b) => b.valor_recebido_mes - a.valor_recebido_mes)
              .map((um) => (
                <TableRow key={um.id} hover>
                  <TableCell>
                    <Link to="/admin/clientes" search={{ operador_id: String(um.id) }}>
                      {um.name}
                    </Link>
                  </TableCell>
                  <TableCell>
                    <Chip tom={um.status === 'Ativo' ? 'success' : 'error'}>{um.status}</Chip>
                  </TableCell>
                  <TableCell align="right">{numero(um.clientes_vinculados)}</TableCell>
                  <TableCell align="right">{numero(um.contatos_mes)}</TableCell>
                  <TableCell align="right">
                    {um.tempo_medio_resposta_s === null ? '—' : duracao(um.tempo_medio_resposta_s * 1000)}
                  </TableCell>
                  <TableCell align="right">{valor(um.valor_recebido_mes)}</TableCell>
                </TableRow>
              ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}
