import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const Paleta = onDemand(() => import('./Paleta.tsx'), 'Paleta')
let aberta = false

/** Ctrl+K: one search over screens, customers and bills. Once at a time. */
export async function abrirPaleta() {
  if (aberta) return
  aberta = true
  await abrir((fechar) => <Paleta aoFechar={() => fechar()} />)
  aberta = false
}

/** Ctrl+K (or ⌘K) from anywhere. */
export function aoTeclarPaleta(evento: KeyboardEvent) {
  if (!(evento.ctrlKey || evento.metaKey) || evento.altKey || evento.shiftKey || evento.key.toLowerCase() !== 'k')
    return
  evento.preventDefault()
  void abrirPaleta()
}
