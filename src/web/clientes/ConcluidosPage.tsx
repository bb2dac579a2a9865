import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { EmptyFiltered, EmptyState } from '#web/ui/estados.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useFiltros } from '#web/ui/useFiltros.ts'
import { concluidosQuery, listaConcluidos } from './clientes.api.ts'

// The table, or the desk over the same list once a customer is open: each brings its own code.
const ListaClientes = lazy(async () => ({ default: (await import('./ListaClientes.tsx')).ListaClientes }))
const MesaDaLista = lazy(async () => ({ default: (await import('./MesaDaLista.tsx')).MesaDaLista }))
const pertence = ({ status }: Cliente) => status === 'concluido'

/** Completed customers: nothing open, though some may still write. */
export function ConcluidosPage() {
  const { filtros, mudar, pagina } = useFiltros()
  const { busca } = filtros
  const consulta = useQuery({ ...concluidosQuery({ page: pagina, busca }), enabled: !filtros.cliente })
  const vazio = busca ? (
    <EmptyFiltered titulo={`Nenhum cliente para “${busca}”`} aoLimpar={() => mudar({ busca: undefined })} />
  ) : (
    <EmptyState
      icone={CheckCircleOutlined}
      titulo="Nenhum cliente concluído"
      texto="Quem não tem mais nada em aberto aparece aqui."
    />
  )
  const campo = (largura: string | { xs: string; sm: number }) => (
    <SearchField rotulo="Buscar cliente" valor={busca} aoMudar={(nova) => mudar({ busca: nova })} largura={largura} />
  )
  if (filtros.cliente) {
    return <MesaDaLista topo={campo('100%')} fonte={listaConcluidos({ busca })} pertence={pertence} vazio={vazio} />
  }
  return (
    <ListaClientes
      rotulo="Clientes concluídos"
      consulta={consulta}
      vazio={vazio}
      filtros={campo({ xs: '100%', sm: 280 })}
      concluidos
    />
  )
}
