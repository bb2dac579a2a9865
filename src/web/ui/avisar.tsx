import { criarEstado } from '#web/api/estado.ts'
import { useEstado } from '#web/api/useEstado.ts'
import type { ToastMessage } from './Toast.tsx'
import { Toast } from './Toast.tsx'

const atual = criarEstado<ToastMessage | null>(null)
let ultimo = 0

/** Says that something worked, at the bottom left, with a way to undo where there is one. A new message replaces the last. */
export const avisar = (texto: string, acao?: ToastMessage['acao']) => atual.trocar({ id: ++ultimo, texto, acao })

export function ToastHost() {
  const message = useEstado(atual)
  return message && <Toast message={message} aoFechar={() => atual.ler() === message && atual.trocar(null)} />
}
