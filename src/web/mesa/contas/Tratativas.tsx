import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { contestacoesQuery } from '#web/contestacoes/contestacoes.queries.ts'
import { UmaContestacao } from '#web/contestacoes/UmaContestacao.tsx'
import { ListaAcordos } from '#web/negociacoes/ListaAcordos.tsx'
import { promessasQuery } from '#web/promessas/promessas.queries.ts'
import { UmaPromessa } from '#web/promessas/UmaPromessa.tsx'
import { ErrorState } from '#web/ui/estados.tsx'

/** What was agreed with a customer, and what they do not agree with: of each kind the latest first. */
export const Tratativas = ({ clienteId }: { clienteId: number }) => (
  <>
    <Cada consulta={useQuery(contestacoesQuery(clienteId))} quais="as contestações">
      {(uma) => <UmaContestacao key={uma.id} contestacao={uma} />}
    </Cada>
    <Cada consulta={useQuery(promessasQuery(clienteId))} quais="as promessas">
      {(uma) => <UmaPromessa key={uma.id} promessa={uma} />}
    </Cada>
    <ListaAcordos clienteId={clienteId} />
  </>
)

interface CadaProps<T> {
  consulta: UseQueryResult<{ data: T[] }>
  quais: string
  children: (um: T) => ReactNode
}
function Cada<T>({ consulta: { data, error, refetch }, quais, children }: CadaProps<T>) {
  if (error && !data)
    return <ErrorState titulo={`Não foi possível abrir ${quais}`} erro={error} aoTentar={() => void refetch()} />
  return data?.data.map(children)
}
