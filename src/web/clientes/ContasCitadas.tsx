import { useQuery } from '@tanstack/react-query'
import { useUsuario } from '#web/api/useSessao.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { clienteAdminQuery } from './admin.queries.ts'
import { ContasDaFicha } from './ContasDaFicha.tsx'
import { clienteQuery } from './clientes.queries.ts'

/** The accounts that a promise or dispute names, as they stand now. */
export function ContasCitadas({ clienteId, ids }: { clienteId: number; ids: readonly number[] }) {
  const { role } = useUsuario()
  const doAdmin = useQuery({ ...clienteAdminQuery(clienteId), enabled: role === 'admin' })
  const doOperador = useQuery({ ...clienteQuery(clienteId), enabled: role === 'operador' })
  const { data, error, refetch } = role === 'admin' ? doAdmin : doOperador
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir as contas" erro={error} aoTentar={() => void refetch()} />
  return (
    <section aria-label="Contas">
      <h3>Contas</h3>
      {data ? <ContasDaFicha contas={data.contas.filter(({ id }) => ids.includes(id))} /> : <Skeleton altura={72} />}
    </section>
  )
}
