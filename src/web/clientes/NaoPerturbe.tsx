import type { ClienteDetalhado } from '#contract/ficha.ts'
import { Dado } from '#web/ui/Dado.tsx'
import { emBloqueio } from './emBloqueio.ts'

/** Which do-not-contact lists name a customer's phone, and what that means now. */
export function NaoPerturbe({ cliente }: { cliente: ClienteDetalhado }) {
  const bloqueio = emBloqueio(cliente)
  if (!bloqueio) return null
  return (
    <Dado rotulo="Não perturbe">
      <div className={bloqueio.vale ? 'erro' : ''}>{bloqueio.texto}</div>
    </Dado>
  )
}
