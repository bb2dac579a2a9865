import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/estados.tsx'
import { promessasQuery } from './promessas.queries.ts'
import { UmaPromessa } from './UmaPromessa.tsx'

/** A customer's promises, the latest first, the awaited one with a way to cancel it. */
export function ListaPromessas({ clienteId }: { clienteId: number }) {
  const consulta = useQuery(promessasQuery(clienteId))
  if (consulta.error && !consulta.data)
    return (
      <ErrorState
        titulo="Não foi possível abrir as promessas"
        erro={consulta.error}
        aoTentar={() => void consulta.refetch()}
      />
    )
  return consulta.data?.data.map((promessa) => <UmaPromessa key={promessa.id} promessa={promessa} />)
}
