import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { aoTeclarComando, teclaSolta } from './teclas.ts'

const TeclasDialog = onDemand(() => import('./TeclasDialog.tsx'), 'TeclasDialog')

export const abrirTeclas = () => void abrir((fechar) => <TeclasDialog aoFechar={() => fechar()} />)

/** Commands of the screen by their keys, and `?`, which lists them. */
export function aoTeclarSolta(evento: KeyboardEvent) {
  if (aoTeclarComando(evento) || teclaSolta(evento) !== '?') return
  evento.preventDefault()
  abrirTeclas()
}
