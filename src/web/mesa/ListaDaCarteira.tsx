import { useQuery } from '@tanstack/react-query'
import { BuscaDeClientes } from '#web/clientes/BuscaDeClientes.tsx'
import { ListaClientes } from '#web/clientes/ListaClientes.tsx'
import { AcoesDaLista } from '#web/ui/AcoesDaLista.tsx'
import { BarraDeFiltros } from '#web/ui/BarraDeFiltros.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { EmptyFiltered } from '#web/ui/estados.tsx'
import { FiltroPosto } from '#web/ui/FilterButton.tsx'
import { plural } from '#web/ui/formatos.ts'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { carteiraDe, type Recorte } from './mesa.queries.ts'

/** What the dashboard's figures lead to: all of one's customers, in any status, or some of them. */
export function ListaDaCarteira({ recorte }: { recorte: Recorte }) {
  const { filtros, mudar } = useFiltros()
  const { busca } = filtros
  const { filtro, tabela } = carteiraDe(recorte, filtros)
  const consulta = useQuery(tabela)
  const exportar = () =>
    baixarArquivo('GET /api/operador/clientes/carteira/exportar.csv', 'meus-clientes.csv', {}, filtro)
  const tirar = { recorte: undefined, busca: undefined }
  const rotulo = {
    todos: 'Seus, em qualquer situação',
    nao_lidas: consulta.data
      ? `Seus, com ${plural(consulta.data.nao_lidas, 'mensagem não lida', 'mensagens não lidas')}`
      : 'Seus, com mensagens não lidas',
  }[recorte]
  const posto = <FiltroPosto rotulo={rotulo} aoTirar={() => mudar(tirar)} />
  const acoes = <AcoesDaLista compacta aoExportar={exportar} />
  return (
    <ListaClientes
      rotulo={rotulo}
      consulta={consulta}
      vazio={
        <EmptyFiltered
          titulo={busca ? `Nenhum cliente para “${busca}”` : `Nenhum cliente: ${rotulo.toLowerCase()}`}
          aoLimpar={() => mudar(tirar)}
        />
      }
      filtros={
        <BarraDeFiltros
          busca={<BuscaDeClientes rotulo="Buscar cliente" valor={busca} aoMudar={(nova) => mudar({ busca: nova })} />}
          fim={
            <>
              {posto}
              {acoes}
            </>
          }
          fimCelular={
            <>
              {acoes}
              <div className="filtros-posto">{posto}</div>
            </>
          }
        />
      }
    />
  )
}
