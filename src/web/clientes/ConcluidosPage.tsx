import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { concluidosQuery } from './clientes.api.ts'
import { FilaPane } from './FilaPane.tsx'
import { ListaClientes } from './ListaClientes.tsx'

// The table comes first; the desk's code when a customer is opened.
const Mesa = lazy(async () => ({ default: (await import('./Mesa.tsx')).Mesa }))

/** Completed customers: nothing open, though some may still write. */
export function ConcluidosPage() {
  const { filtros, mudar, pagina } = useFiltros()
  const consulta = useQuery(concluidosQuery({ page: pagina, busca: filtros.busca }))
  const vazio = filtros.busca ? (
    <EmptyFiltered titulo={`Nenhum cliente para “${filtros.busca}”`} aoLimpar={() => mudar({ busca: undefined })} />
  ) : (
    <EmptyState
      icone={CheckCircleOutlined}
      titulo="Nenhum cliente concluído"
      texto="Quem não tem mais nada em aberto aparece aqui."
    />
  )
  const busca = (largura: number | string) => (
    <SearchField
      rotulo="Buscar cliente"
      valor={filtros.busca}
      aoMudar={(nova) => mudar({ busca: nova })}
      largura={largura}
    />
  )
  if (filtros.cliente) {
    return (
      <Mesa
        lista={
          <FilaPane
            topo={busca('100%')}
            consulta={consulta}
            grupos={[{ titulo: '', clientes: consulta.data?.data ?? [] }]}
            vazio={vazio}
          />
        }
      />
    )
  }
  return (
    <ListaClientes rotulo="Clientes concluídos" consulta={consulta} vazio={vazio} filtros={busca(280)} concluidos />
  )
}
