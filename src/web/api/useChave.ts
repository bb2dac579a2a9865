import { useRef } from 'react'
import { novaChave } from './novaChave.ts'

/**
 * The `Idempotency-Key` of what a person is about to do: it stays while the same thing is tried
 * again, and changes with what is asked or once it was done.
 */
export function useChave() {
  const ultima = useRef<{ corpo: string; chave: string }>(null)
  return {
    para(corpo: unknown): string {
      const texto = JSON.stringify(corpo)
      if (ultima.current?.corpo !== texto) ultima.current = { corpo: texto, chave: novaChave() }
      return ultima.current.chave
    },
    feito() {
      ultima.current = null
    },
  }
}
