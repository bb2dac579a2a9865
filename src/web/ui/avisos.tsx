import { criarEstado } from '#web/api/estado.ts'
import { useEstado } from '#web/api/useEstado.ts'
import type { Aviso } from './Toast.tsx'
import { Toast } from './Toast.tsx'

const atual = criarEstado<Aviso | null>(null)
let ultimo = 0

/** Says that something worked, at the bottom left, with a way to undo where there is one. The latest word stands. */
export const avisar = (texto: string, acao?: Aviso['acao']) => atual.trocar({ id: ++ultimo, texto, acao })

export function ToastHost() {
  const aviso = useEstado(atual)
  return aviso && <Toast aviso={aviso} aoFechar={() => atual.ler() === aviso && atual.trocar(null)} />
}
