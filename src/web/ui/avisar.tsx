import { createPortal } from 'react-dom'
import { criarEstado } from '#web/api/estado.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { modais } from './modais.ts'
import type { ToastMessage } from './Toast.tsx'
import { Toast } from './Toast.tsx'

const atual = criarEstado<ToastMessage | null>(null)
let ultimo = 0

/** Says that something worked, at the bottom left, with a way to undo where there is one. A new message replaces the last. */
export const avisar = (texto: string, acao?: ToastMessage['acao']) => atual.trocar({ id: ++ultimo, texto, acao })

const calar = () => atual.trocar(null)

/** Rendered inside the modal on top, if any: everything outside of it is inert. */
export function ToastHost() {
  const message = useEstado(atual)
  const modal = useEstado(modais).at(-1)
  return createPortal(<Toast message={message} aoFechar={calar} />, modal ?? document.body)
}
