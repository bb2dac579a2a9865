import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/estados.tsx'
import { contestacoesQuery } from './contestacoes.queries.ts'
import { UmaContestacao } from './UmaContestacao.tsx'

/** A customer's disputes, the latest first, what is open with ways to answer it. */
export function ListaContestacoes({ clienteId }: { clienteId: number }) {
  const consulta = useQuery(contestacoesQuery(clienteId))
  if (consulta.error && !consulta.data)
    return (
      <ErrorState
        titulo="Não foi possível abrir as contestações"
        erro={consulta.error}
        aoTentar={() => void consulta.refetch()}
      />
    )
  return consulta.data?.data.map((contestacao) => <UmaContestacao key={contestacao.id} contestacao={contestacao} />)
}
