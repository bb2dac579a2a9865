import { useQuery } from '@tanstack/react-query'
import type { Oferta } from '#contract/ofertas.ts'
import { apiQuery } from '#web/api/apiQuery.ts'
import { Button } from '#web/ui/Button.tsx'
import { dizerPlano } from './dizerPlano.ts'

const ofertasQuery = (id: number) =>
  apiQuery(['negociacoes', id, 'ofertas'], 'GET /api/operador/clientes/:id/ofertas', { params: { id } })

/** The policy's offers to this customer today; pressing one fills in the agreement. Nothing where there is none. */
export function OfertasDoCliente({
  clienteId,
  aoEscolher,
}: {
  clienteId: number
  aoEscolher: (oferta: Oferta) => void
}) {
  const { data } = useQuery(ofertasQuery(clienteId))
  if (!data || data.data.length === 0) return null
  return (
    <section className="acordo-ofertas" aria-label="Ofertas da política">
      <h3>Ofertas de hoje</h3>
      {data.data.map((oferta) => (
        <Button key={oferta.id} size="small" variant="outlined" onClick={() => aoEscolher(oferta)}>
          {dizerPlano(oferta)}
        </Button>
      ))}
    </section>
  )
}
