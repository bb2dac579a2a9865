import { useQuery } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import { STATUS_ATIVOS } from '#domain/cliente.ts'
import { EM_PALAVRAS } from '#domain/tentativas.ts'
import { BuscaDeClientes } from '#web/clientes/BuscaDeClientes.tsx'
import { AcoesDaLista } from '#web/ui/AcoesDaLista.tsx'
import { BarraDeFiltros } from '#web/ui/BarraDeFiltros.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Segmented } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { FiltroPosto } from '#web/ui/FilterButton.tsx'
import { FiltroMenu } from '#web/ui/FiltroMenu.tsx'
import { nenhumDe } from '#web/ui/filtros.ts'
import { numero } from '#web/ui/formatos.ts'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { GroupsOutlined } from '#web/ui/icons/GroupsOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { statusCliente } from '#web/ui/StatusChip.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { VazioDaLista } from '#web/ui/VazioDaLista.tsx'
import { ativosDe, CARTEIRAS, filtrosDosAtivos, recorteDe } from './mesa.queries.ts'

// The table; the desk over the same list once a customer is open; the list that the dashboard's figures open. Each loads
// its own code.
const ListaClientes = onDemand(() => import('#web/clientes/ListaClientes.tsx'), 'ListaClientes')
const MesaDaLista = onDemand(() => import('./MesaDaLista.tsx'), 'MesaDaLista')
const ListaDaCarteira = onDemand(() => import('./ListaDaCarteira.tsx'), 'ListaDaCarteira')
const pertence = ({ status }: Cliente) => STATUS_ATIVOS.some((um) => um === status)

/** Active customers: a table until one is opened, then the desk with this list at the left. */
export function AtivosPage() {
  const { filtros } = useFiltros()
  const recorte = recorteDe(filtros)
  return recorte && !filtros.cliente ? <ListaDaCarteira recorte={recorte} /> : <Ativos />
}

const SEM_FILTROS = nenhumDe(filtrosDosAtivos)
const SITUACOES = STATUS_ATIVOS.map((um) => ({ valor: um, rotulo: statusCliente[um].rotulo }))
const exportar = (filtro: ReturnType<typeof ativosDe>['filtro']) =>
  baixarArquivo('GET /api/operador/clientes/ativos/exportar.csv', 'clientes-ativos.csv', {}, filtro)
const NINGUEM = (
  <EmptyState
    icone={GroupsOutlined}
    titulo="Nenhum cliente ativo"
    texto="Clientes com contas em aberto aparecem aqui. Eles vêm da planilha de clientes ou das notas."
    acao={
      <ButtonLink variant="contained" to="/operador/importar-clientes">
        Importar clientes
      </ButtonLink>
    }
  />
)

function Ativos() {
  const { filtros, mudar } = useFiltros()
  const { busca } = filtros
  const { filtro, tabela, lista } = ativosDe(filtros)
  const { status, carteira, chamadas, telefone: semCelular } = filtro
  // The table's code may load after the answer: without tracking every property it would not be drawn again.
  const consulta = useQuery({ ...tabela, enabled: !filtros.cliente, notifyOnChangeProps: 'all' })
  const acoes = <AcoesDaLista compacta aoExportar={() => exportar(filtro)} />
  const vazio = (
    <VazioDaLista
      nada="Nenhum cliente"
      comFiltros="Nenhum cliente com estes filtros"
      semFiltros={SEM_FILTROS}
      senao={NINGUEM}
    />
  )
  const campo = (
    <BuscaDeClientes key="busca" rotulo="Buscar cliente" valor={busca} aoMudar={(nova) => mudar({ busca: nova })} />
  )
  const deQuem = <DeQuem key="carteira" carteira={carteira} />
  if (filtros.cliente) {
    const topo = [campo, deQuem]
    return <MesaDaLista topo={topo} fonte={lista} pertence={pertence} vazio={vazio} />
  }
  return (
    <ListaClientes
      rotulo="Clientes ativos"
      consulta={consulta}
      vazio={vazio}
      filtros={
        <BarraDeFiltros
          quantos="encolhem"
          busca={campo}
          emUso={[status, chamadas, semCelular, carteira !== 'todas'].filter(Boolean).length}
          aoLimpar={() => mudar(SEM_FILTROS)}
          fim={acoes}
          fimCelular={acoes}
          filtros={
            <>
              {deQuem}
              <FiltrosDaTabela filtro={filtro} comFalhas={consulta.data?.com_falhas} />
            </>
          }
        />
      }
    />
  )
}

/** The filters that only the table has. */
function FiltrosDaTabela({ filtro: { status, chamadas, telefone }, comFalhas }: DaTabelaProps) {
  const { mudar } = useFiltros()
  return (
    <>
      <FiltroMenu rotulo="Situação" valor={status} opcoes={SITUACOES} aoMudar={(nova) => mudar({ status: nova })} />
      {telefone && <FiltroPosto rotulo="Sem celular" aoTirar={() => mudar({ telefone: undefined })} />}
      <TentativasDemais
        posto={Boolean(chamadas)}
        clientes={comFalhas}
        aoMudar={(posto) => mudar({ chamadas: posto ? '3+' : undefined })}
      />
    </>
  )
}
interface DaTabelaProps {
  filtro: ReturnType<typeof ativosDe>['filtro']
  comFalhas: number | undefined
}

function DeQuem({ carteira }: { carteira: (typeof CARTEIRAS)[number]['valor'] }) {
  const { mudar } = useFiltros()
  return (
    <Segmented
      rotulo="Carteira"
      valor={carteira}
      opcoes={CARTEIRAS}
      aoMudar={(nova) => mudar({ carteira: nova === 'todas' ? undefined : nova })}
    />
  )
}

interface TentativasProps {
  posto: boolean
  clientes: number | undefined
  aoMudar: (posto: boolean) => void
}
const TentativasDemais = ({ posto, clientes, aoMudar }: TentativasProps) => (
  <Button
    variant="outlined"
    className={posto ? 'filtro em-uso' : 'filtro'}
    aria-pressed={posto}
    onClick={() => aoMudar(!posto)}
    title={EM_PALAVRAS}
  >
    <span className="cortado">
      {EM_PALAVRAS}
      {clientes === undefined ? '' : `: ${numero(clientes)}`}
    </span>
    {posto && <CloseOutlined />}
  </Button>
)
