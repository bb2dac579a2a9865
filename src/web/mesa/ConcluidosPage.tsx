import { useQuery } from '@tanstack/react-query'
import type { Cliente } from '#contract/clientes.ts'
import { BuscaDeClientes } from '#web/clientes/BuscaDeClientes.tsx'
import { AcoesDaLista } from '#web/ui/AcoesDaLista.tsx'
import { BarraDeFiltros } from '#web/ui/BarraDeFiltros.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { EmptyState } from '#web/ui/estados.tsx'
import { FiltroPosto } from '#web/ui/FilterButton.tsx'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { VazioDaLista } from '#web/ui/VazioDaLista.tsx'
import { concluidosDe } from './mesa.queries.ts'

// The table, or the desk over the same list once a customer is open: each brings its own code.
const ListaClientes = onDemand(() => import('#web/clientes/ListaClientes.tsx'), 'ListaClientes')
const MesaDaLista = onDemand(() => import('./MesaDaLista.tsx'), 'MesaDaLista')
const pertence = ({ status }: Cliente) => status === 'concluido'

const NINGUEM = (
  <EmptyState
    icone={CheckCircleOutlined}
    titulo="Nenhum cliente concluído"
    texto="Quem não tem mais nada em aberto aparece aqui."
  />
)

/** Completed customers: nothing open, though some may still write. */
export function ConcluidosPage() {
  const { filtros, mudar } = useFiltros()
  const { busca } = filtros
  const { filtro, tabela, lista } = concluidosDe(filtros)
  const { carteira, quando: noMes } = filtro
  // The table's code may load after the answer: without tracking every property it would not be drawn again.
  const consulta = useQuery({ ...tabela, enabled: !filtros.cliente, notifyOnChangeProps: 'all' })
  const exportar = () =>
    baixarArquivo('GET /api/operador/clientes/concluidos/exportar.csv', 'clientes-concluidos.csv', {}, filtro)
  const tirar = { carteira: undefined, quando: undefined }
  const vazio = (
    <VazioDaLista
      nada="Nenhum cliente"
      comFiltros="Nenhum cliente com estes filtros"
      semFiltros={{ busca: undefined, ...tirar }}
      senao={NINGUEM}
    />
  )
  const campo = (
    <BuscaDeClientes key="busca" rotulo="Buscar cliente" valor={busca} aoMudar={(nova) => mudar({ busca: nova })} />
  )
  // Only the dashboard's links set these.
  const recorte = (carteira || noMes) && (
    <FiltroPosto
      key="recorte"
      rotulo={[carteira && 'Seus', noMes && 'concluídos neste mês'].filter(Boolean).join(', ')}
      aoTirar={() => mudar(tirar)}
    />
  )
  const acoes = <AcoesDaLista key="acoes" compacta aoExportar={exportar} />
  if (filtros.cliente) {
    return <MesaDaLista topo={[campo, recorte]} fonte={lista} pertence={pertence} vazio={vazio} />
  }
  return (
    <ListaClientes
      rotulo="Clientes concluídos"
      consulta={consulta}
      vazio={vazio}
      filtros={
        <BarraDeFiltros
          busca={campo}
          fim={[recorte, acoes]}
          fimCelular={
            <>
              {acoes}
              {recorte && <div className="filtros-fim">{recorte}</div>}
            </>
          }
        />
      }
      concluidos
    />
  )
}
