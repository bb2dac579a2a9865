import { ListaContestacoes } from '#web/contestacoes/ListaContestacoes.tsx'
import { ListaAcordos } from '#web/negociacoes/ListaAcordos.tsx'
import { ListaPromessas } from '#web/promessas/ListaPromessas.tsx'

/** What was agreed with a customer, and what they do not agree with. */
export const Tratativas = ({ clienteId }: { clienteId: number }) => (
  <>
    <ListaContestacoes clienteId={clienteId} />
    <ListaPromessas clienteId={clienteId} />
    <ListaAcordos clienteId={clienteId} />
  </>
)
