import type { Oferta } from '#contract/ofertas.ts'
import { Button } from '#web/ui/Button.tsx'
import { dizerPlano } from './dizerPlano.ts'

interface Props {
  ofertas: Oferta[]
  aoEscolher: (oferta: Oferta) => void
}

/** The policy's offers to this customer today; pressing one fills in the agreement. Nothing where there is none. */
export function OfertasDoCliente({ ofertas, aoEscolher }: Props) {
  if (ofertas.length === 0) return null
  return (
    <section className="acordo-ofertas flex wrap gap-8" aria-label="Ofertas da política">
      <h3>Ofertas de hoje</h3>
      {ofertas.map((oferta) => (
        <Button key={oferta.id} size="small" variant="outlined" onClick={() => aoEscolher(oferta)}>
          {dizerPlano(oferta)}
        </Button>
      ))}
    </section>
  )
}
