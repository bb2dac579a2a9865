import { useEffect, useRef } from 'react'
import type { ComId } from './tabela.ts'

/** When the open record closes, the focus goes back to its row, even after going through several. */
export function useVoltaAoAberto(aberto: ComId['id'] | undefined) {
  const lista = useRef<HTMLDivElement>(null)
  const ultimo = useRef(aberto)
  useEffect(() => {
    const fechado = aberto === undefined ? ultimo.current : undefined
    ultimo.current = aberto
    if (fechado === undefined) return
    const agora = document.activeElement
    if (agora !== document.body && !lista.current?.contains(agora)) return
    lista.current?.querySelector<HTMLElement>(`[data-linha="${fechado}"] a[href]`)?.focus({ preventScroll: true })
  }, [aberto])
  return lista
}
