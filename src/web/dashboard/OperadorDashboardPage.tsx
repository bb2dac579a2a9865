import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined'
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Cliente } from '#contract/clientes.ts'
import { hoje, useAgora } from '#web/api/agora.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { aguardandoQuery, useAcoesCliente } from '#web/clientes/clientes.api.ts'
import { porque } from '#web/clientes/ItemCliente.tsx'
import { cor, tons } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { EmptyState, ErrorState } from '#web/ui/estados.tsx'
import { diaComprido, dinheiro, duracao, numero, plural } from '#web/ui/formatos.ts'
import { KpiStrip } from '#web/ui/KpiStrip.tsx'
import { AreaLink, BotaoLink } from '#web/ui/ligacoes.tsx'
import { Page } from '#web/ui/Page.tsx'
import { motivoFila, StatusChip } from '#web/ui/StatusChip.tsx'

const dashboardQuery = queryOptions({
  queryKey: ['dashboard', 'operador'],
  queryFn: ({ signal }) => callApi('GET /api/operador/dashboard', {}, { signal }),
  refetchInterval: 60_000,
})
const NA_LISTA = 7
const fila = aguardandoQuery({ page: 1, per_page: NA_LISTA })
const maiuscula = (texto: string) => texto.charAt(0).toLocaleUpperCase('pt-BR') + texto.slice(1)

/** Work first: what waits and who, in order; only then the month's figures. */
export function OperadorDashboardPage() {
  const { data, error, refetch } = useQuery(dashboardQuery)
  const espera = useQuery(fila)
  const proximo = espera.data?.data[0]
  const aguardando = data?.hoje.aguardando
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
          <Box component="h2" sx={{ m: 0, fontSize: 18, lineHeight: '26px', fontWeight: 600 }}>
            {maiuscula(diaComprido(hoje()))}
          </Box>
          <Box sx={{ color: 'text.secondary', minHeight: 20 }}>
            {aguardando === undefined
              ? ''
              : aguardando === 0
                ? 'Ninguém espera atendimento.'
                : `${plural(aguardando, 'cliente espera', 'clientes esperam')} atendimento.`}
          </Box>
        </>
      }
      acoes={proximo && <AtenderProximo cliente={proximo} />}
    >
      <Hoje dados={data?.hoje} />
      <ComecePorAqui clientes={espera.data?.data} total={espera.data?.total} erro={espera.error} />
      <KpiStrip
        rotulo="Figuras do mês"
        itens={[
          {
            rotulo: 'Clientes vinculados',
            figura: data && numero(data.clientes_vinculados),
            legenda: 'com você, em qualquer situação',
          },
          {
            rotulo: 'Cobranças enviadas',
            figura: data && numero(data.cobrancas_enviadas),
            legenda: 'aceitas pelo WhatsApp neste mês',
          },
          {
            rotulo: 'Cobranças concluídas',
            figura: data && numero(data.cobrancas_concluidas),
            legenda: 'clientes quitados neste mês',
          },
          {
            rotulo: 'Mensagens aguardando',
            figura: data && numero(data.mensagens_aguardando),
            legenda: 'ainda não lidas',
          },
          {
            rotulo: 'Clientes com falhas',
            figura: data && numero(data.clientes_com_falhas),
            legenda: '3 tentativas ou mais sem resposta',
          },
        ]}
      />
    </Page>
  )
}

function AtenderProximo({ cliente }: { cliente: Cliente }) {
  const assumir = useAssumirEAbrir(cliente.id)
  return (
    <Button variant="contained" startIcon={<PlayArrowOutlined />} loading={assumir.pendente} onClick={assumir.fazer}>
      Atender o próximo
    </Button>
  )
}

/** Takes a customer over and opens the desk on them; who was slower is told by the server's sentence. */
function useAssumirEAbrir(id: number) {
  const navigate = useNavigate()
  const { assumir } = useAcoesCliente(id)
  return {
    pendente: assumir.isPending,
    fazer: () =>
      assumir.mutate(undefined, {
        onSuccess: () => void navigate({ to: '/operador/aguardando-atendimento', search: { cliente: String(id) } }),
        onError: (erro) => avisar(fraseDe(erro)),
      }),
  }
}

interface DadosHoje {
  aguardando: number
  acordos_quebrados: number
  parcelas_vencendo: number
  janelas_fechando: number
}
const DESTINOS = [
  {
    campo: 'aguardando',
    rotulo: 'Esperam atendimento',
    legenda: 'na fila, visíveis a você',
    para: '/operador/aguardando-atendimento',
    search: {},
  },
  {
    campo: 'acordos_quebrados',
    rotulo: 'Acordos quebrados',
    legenda: 'parcela vencida há 5 dias ou mais',
    para: '/operador/aguardando-atendimento',
    search: { motivo: 'acordo_quebrado' },
  },
  {
    campo: 'janelas_fechando',
    rotulo: 'Janelas que fecham em 2 h',
    legenda: 'depois, só modelo aprovado',
    para: '/operador/aguardando-atendimento',
    search: { motivo: 'respondeu' },
  },
  {
    campo: 'parcelas_vencendo',
    rotulo: 'Parcelas que vencem hoje',
    legenda: 'de acordos em andamento',
    para: '/operador/contas-receber',
    search: {},
  },
] as const

function Hoje({ dados }: { dados: DadosHoje | undefined }) {
  return (
    <Card
      component="section"
      aria-label="O que espera hoje"
      sx={{
        display: 'grid',
        gap: '1px',
        background: cor.divider,
        gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
      }}
    >
      {DESTINOS.map((destino) => (
        <AreaLink
          key={destino.campo}
          to={destino.para}
          search={
            destino.campo === 'parcelas_vencendo' ? { vencimento_de: hoje(), vencimento_ate: hoje() } : destino.search
          }
          sx={{
            display: 'block',
            px: { xs: 4, sm: 5 },
            py: 4,
            background: '#FFF',
            color: 'text.primary',
            '&:hover': { background: cor.hover },
            '&:focus-visible': { outlineOffset: -2 },
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', fontWeight: 500 }}>
            {destino.rotulo}
            <ChevronRightOutlined sx={{ fontSize: 20, color: 'text.secondary' }} aria-hidden />
          </Box>
          <Box
            sx={{
              fontSize: 32,
              lineHeight: '40px',
              fontWeight: 500,
              letterSpacing: '-.5px',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {dados ? numero(dados[destino.campo]) : <Skeleton width={48} />}
          </Box>
          <Box sx={{ fontSize: 12, lineHeight: '16px', color: cor.text3 }}>{destino.legenda}</Box>
        </AreaLink>
      ))}
    </Card>
  )
}

function ComecePorAqui({
  clientes,
  total,
  erro,
}: {
  clientes: Cliente[] | undefined
  total: number | undefined
  erro: unknown
}) {
  return (
    <Card component="section" aria-label="Comece por aqui">
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          px: 5,
          py: 3,
          borderBottom: `1px solid ${cor.divider}`,
        }}
      >
        <Box component="h2" sx={{ m: 0, fontSize: 16, lineHeight: '24px', fontWeight: 600 }}>
          Comece por aqui
        </Box>
        {Boolean(total) && (
          <BotaoLink to="/operador/aguardando-atendimento">Ver a fila inteira ({numero(total ?? 0)})</BotaoLink>
        )}
      </Box>
      {Boolean(erro) && !clientes && <ErrorState titulo="Não foi possível abrir a fila" erro={erro} />}
      {!clientes && !erro && <Skeleton variant="rounded" height={200} sx={{ m: 5 }} />}
      {clientes?.length === 0 && (
        <EmptyState
          icone={CheckCircleOutlined}
          titulo="Ninguém esperando"
          texto="Quando um cliente responder, ou um acordo quebrar, ele aparece aqui."
        />
      )}
      {clientes?.map((cliente) => (
        <Espera key={cliente.id} cliente={cliente} />
      ))}
    </Card>
  )
}

const ESPERA_LONGA_MS = 90 * 60_000
function Espera({ cliente }: { cliente: Cliente }) {
  const assumir = useAssumirEAbrir(cliente.id)
  const agora = useAgora()
  const ms = cliente.aguardando_desde ? agora.getTime() - Date.parse(cliente.aguardando_desde) : 0
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 3,
        px: 5,
        py: 2.5,
        borderBottom: `1px solid ${cor.rowDivider}`,
        '&:last-of-type': { borderBottom: 0 },
        '&:hover': { background: cor.hover },
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box sx={{ fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {cliente.nome}
          </Box>
          {cliente.aguardando_motivo && <StatusChip de={motivoFila[cliente.aguardando_motivo]} />}
        </Box>
        <Box sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {porque(cliente)}
        </Box>
      </Box>
      <Box sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
        <Box sx={{ fontWeight: 500 }}>
          {dinheiro(cliente.contas_vencidas > 0 ? cliente.valor_vencido : cliente.valor_em_aberto)}
        </Box>
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: ms > ESPERA_LONGA_MS ? tons.error.texto : cor.text3 }}>
          espera há {duracao(ms)}
        </Box>
      </Box>
      <Button
        variant="outlined"
        sx={{ ml: { xs: 'auto', sm: 0 } }}
        loading={assumir.pendente}
        onClick={assumir.fazer}
        aria-label={`Assumir ${cliente.nome}`}
      >
        Assumir
      </Button>
    </Box>
  )
}
