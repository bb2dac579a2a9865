import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { EM_PALAVRAS } from '#domain/tentativas.ts'
import { hoje } from '#web/api/agora.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { diaComprido, maiuscula, numero, plural } from '#web/ui/formatos.ts'
import { PlayArrowOutlined } from '#web/ui/icons/PlayArrowOutlined.tsx'
import { type Kpi, KpiStrip } from '#web/ui/KpiStrip.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { useAssumirEAbrir } from './assumir.ts'
import { ComecePorAqui } from './ComecePorAqui.tsx'
import { Compromissos } from './Compromissos.tsx'
import { ContagensDoDia } from './ContagensDoDia.tsx'
import { dashboardOperadorQuery, primeirosDaFilaQuery } from './dashboard.queries.ts'
import { SeuDia } from './SeuDia.tsx'

const CobrancasDialog = onDemand(() => import('./CobrancasDialog.tsx'), 'CobrancasDialog')
type Dados = Resposta<'GET /api/operador/dashboard'>
/** Work first: what waits, and the head of the queue beside the day; only then the month's figures. */
export function OperadorDashboardPage() {
  const { data, error, refetch } = useQuery(dashboardOperadorQuery)
  const espera = useQuery(primeirosDaFilaQuery)
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
          <h2 className="dia-de-hoje">{maiuscula(diaComprido(hoje()))}</h2>
          <div className="saudacao">{data && saudacao(data)}</div>
        </>
      }
      acoes={
        proximo ? <AtenderProximo cliente={proximo} /> : espera.isPending && <Skeleton largura={180} altura={40} />
      }
    >
      <ContagensDoDia dados={data?.hoje} />
      <div className="duas-colunas grid gap-16">
        <ComecePorAqui consulta={espera} dia={data?.dia} />
        <SeuDia dia={data?.dia} />
      </div>
      <KpiStrip rotulo="Indicadores do mês" itens={figuras(data)} />
      <Compromissos data={data} />
      {filtros.ver === 'cobrancas' && <CobrancasDialog aoFechar={() => mudar({ ver: undefined })} />}
    </Page>
  )
}

function saudacao({ hoje: { aguardando }, dia }: Dados): ReactNode {
  const espera =
    aguardando === 0
      ? 'Ninguém espera atendimento.'
      : `${plural(aguardando, 'cliente espera', 'clientes esperam')} atendimento.`
  const falou = dia.find((fato) => fato.tipo === 'regua')?.clientes ?? 0
  return (
    <>
      <span className="junto">{espera}</span>{' '}
      {falou > 0 && <span className="junto">A régua já falou com {numero(falou)} dos seus hoje.</span>}
    </>
  )
}

function AtenderProximo({ cliente }: { cliente: Cliente }) {
  const assumir = useAssumirEAbrir(cliente.id)
  return (
    <Button className="contained alto" loading={assumir.pendente} onClick={assumir.fazer}>
      <PlayArrowOutlined aria-hidden />
      Atender o próximo
    </Button>
  )
}

/** Each figure leads to a list that counts exactly the same rows. */
function figuras(data: Dados | undefined): Kpi[] {
  const figura = (n: number | undefined) => (n === undefined ? undefined : numero(n))
  return [
    {
      rotulo: 'Clientes vinculados',
      figura: figura(data?.clientes_vinculados),
      para: { to: '/operador/clientes', search: { recorte: 'todos' } },
      legenda: 'com você, em qualquer situação',
    },
    {
      rotulo: 'Cobranças enviadas',
      figura: figura(data?.cobrancas_enviadas),
      para: { to: '/operador/dashboard', search: { ver: 'cobrancas' } },
      legenda: 'aceitas pelo WhatsApp neste mês',
    },
    {
      rotulo: 'Cobranças concluídas',
      figura: figura(data?.cobrancas_concluidas),
      para: {
        to: '/operador/concluidos',
        search: { carteira: 'minha', quando: 'mes' },
      },
      legenda: 'clientes quitados neste mês',
    },
    {
      rotulo: 'Mensagens aguardando',
      figura: figura(data?.mensagens_aguardando),
      para: { to: '/operador/clientes', search: { recorte: 'nao_lidas' } },
      legenda: data && `não lidas, de ${plural(data.hoje.clientes_com_nao_lidas, 'cliente', 'clientes')}`,
    },
    {
      rotulo: 'Clientes com falhas',
      figura: figura(data?.clientes_com_falhas),
      para: { to: '/operador/clientes', search: { chamadas: '3+' } },
      legenda: (
        <span className={data?.clientes_com_falhas ? 'miudo demais' : undefined}>{EM_PALAVRAS}, seus e livres</span>
      ),
    },
  ]
}
