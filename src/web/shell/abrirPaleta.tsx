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

/**
 * Ctrl+K (or ⌘K) from anywhere but over a dialog, other than the list of keys: the screen that it leads to would close that, with what was
 * typed in it, or is shown once.
 */
export function aoTeclarPaleta(evento: KeyboardEvent) {
  if (!(evento.ctrlKey || evento.metaKey) || evento.altKey || evento.shiftKey || evento.key.toLowerCase() !== 'k')
    return
  evento.preventDefault()
  if (!document.querySelector('dialog.dialog[open]:not(:has(.teclas))')) void abrirPaleta()
}
