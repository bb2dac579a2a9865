import { useSyncExternalStore } from 'react'
import { sessaoAtual } from '#web/api/sessao.ts'

/**
 * A wizard's state, kept outside of its screen: an import goes on when one leaves, and its progress or its questions
 * are found again on coming back. It belongs to who is signed in.
 */
export function criarGuarda<T extends object>(inicial: T) {
  let estado = inicial
  let dono: number | undefined
  const ouvintes = new Set<() => void>()
  const ler = (): T => {
    const atual = sessaoAtual()?.user.id
    if (atual !== dono) {
      dono = atual
      estado = inicial
    }
    return estado
  }
  const mudar = (parte: Partial<T>) => {
    estado = { ...ler(), ...parte }
    for (const avisar of ouvintes) avisar()
  }
  const ouvir = (avisar: () => void) => {
    ouvintes.add(avisar)
    return () => ouvintes.delete(avisar)
  }
  return {
    ler,
    mudar,
    recomecar: () => mudar(inicial),
    usar: () => useSyncExternalStore(ouvir, ler),
  }
}
