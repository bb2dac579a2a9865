import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { hoje } from '#web/api/agora.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { aguardandoQuery } from '#web/clientes/clientes.api.ts'
import { tons } from '#web/theme.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { diaComprido, maiuscula, numero, plural } from '#web/ui/formatos.ts'
import { type Kpi, KpiStrip } from '#web/ui/KpiStrip.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { useAssumirEAbrir } from './assumir.ts'
import { ComecePorAqui, NA_LISTA } from './ComecePorAqui.tsx'
import { ContagensDoDia } from './ContagensDoDia.tsx'
import { dashboardOperadorQuery } from './dashboard.api.ts'
import { FiguraLink } from './FiguraLink.tsx'
import { SeuDia } from './SeuDia.tsx'

const CobrancasDialog = lazy(async () => ({ default: (await import('./CobrancasDialog.tsx')).CobrancasDialog }))
type Dados = Resposta<'GET /api/operador/dashboard'>
const fila = aguardandoQuery({ page: 1, per_page: NA_LISTA })

/** Work first: what waits and who, in order, beside the day; only then the month's figures. */
export function OperadorDashboardPage() {
  const { data, error, refetch } = useQuery(dashboardOperadorQuery)
  const espera = useQuery(fila)
  const { filtros, mudar } = useFiltros()
  const proximo = espera.data?.data[0]
  if (error && !data) {
    return (
      <Page>
        <ErrorState titulo="Não foi possível abrir o dashboard" erro={error} aoTentar={() => void refetch()} />
      </Page>
    )
  }
  return (
    <Page
      inicio={
        <>
          <Typography variant="h2" sx={{ fontSize: 18, lineHeight: '26px' }}>
            {maiuscula(diaComprido(hoje()))}
          </Typography>
          <Box sx={{ color: 'text.secondary', minHeight: 20 }}>{data && saudacao(data)}</Box>
        </>
      }
      acoes={proximo && <AtenderProximo cliente={proximo} />}
    >
      <ContagensDoDia dados={data?.hoje} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' } }}>
        <ComecePorAqui consulta={espera} dia={data?.dia} />
        <SeuDia dia={data?.dia} />
      </Box>
      <KpiStrip rotulo="Figuras do mês" itens={figuras(data)} />
      {filtros.ver === 'cobrancas' && (
        <Suspense>
          <CobrancasDialog aoFechar={() => mudar({ ver: undefined })} />
        </Suspense>
      )}
    </Page>
  )
}

function saudacao({ hoje: { aguardando }, dia }: Dados): string {
  const espera =
    aguardando === 0
      ? 'Ninguém espera atendimento.'
      : `${plural(aguardando, 'cliente espera', 'clientes esperam')} atendimento.`
  const falou = dia.find((fato) => fato.tipo === 'regua')?.clientes ?? 0
  return falou > 0 ? `${espera} A régua já falou com ${numero(falou)} dos seus hoje.` : espera
}

function AtenderProximo({ cliente }: { cliente: Cliente }) {
  const assumir = useAssumirEAbrir(cliente.id)
  return (
    <Button
      variant="contained"
      startIcon={<PlayArrowOutlined />}
      loading={assumir.pendente}
      onClick={assumir.fazer}
      sx={{ minHeight: 40 }}
    >
      Atender o próximo
    </Button>
  )
}

/** Each figure leads to a list that counts exactly the same rows. */
function figuras(data: Dados | undefined): Kpi[] {
  const leva = (n: number | undefined, para: { to: string; search?: Record<string, string> }): ReactNode | undefined =>
    n === undefined ? undefined : <FiguraLink {...para}>{numero(n)}</FiguraLink>
  return [
    {
      rotulo: 'Clientes vinculados',
      figura: leva(data?.clientes_vinculados, { to: '/operador/clientes', search: { recorte: 'todos' } }),
      legenda: 'com você, em qualquer situação',
    },
    {
      rotulo: 'Cobranças enviadas',
      figura: leva(data?.cobrancas_enviadas, { to: '/operador/dashboard', search: { ver: 'cobrancas' } }),
      legenda: 'aceitas pelo WhatsApp neste mês',
    },
    {
      rotulo: 'Cobranças concluídas',
      figura: leva(data?.cobrancas_concluidas, {
        to: '/operador/concluidos',
        search: { carteira: 'minha', quando: 'mes' },
      }),
      legenda: 'clientes quitados neste mês',
    },
    {
      rotulo: 'Mensagens aguardando',
      figura: leva(data?.mensagens_aguardando, { to: '/operador/clientes', search: { recorte: 'nao_lidas' } }),
      legenda: data && `não lidas, de ${plural(data.hoje.clientes_com_nao_lidas, 'cliente', 'clientes')}`,
    },
    {
      rotulo: 'Clientes com falhas',
      figura: leva(data?.clientes_com_falhas, { to: '/operador/clientes', search: { recorte: 'falhas' } }),
      legenda: (
        <span style={{ color: data?.clientes_com_falhas ? tons.error.texto : undefined }}>3 tentativas ou mais</span>
      ),
    },
  ]
}
