import { useLayoutEffect, useRef, useState } from 'react'

/**
 * The width an element really has: panes are laid out by it, whatever the drawer beside them does. 0 until it was laid out;
 * asked for `antesDePintar`, it is laid out at once, in the task that drew it.
 */
export function useLargura<E extends HTMLElement>(antesDePintar = false) {
  const ref = useRef<E>(null)
  const [largura, setLargura] = useState(0)
  useLayoutEffect(() => {
    const elemento = ref.current
    if (!elemento) return
    if (antesDePintar) setLargura(elemento.clientWidth)
    const observador = new ResizeObserver(() => setLargura(elemento.clientWidth))
    observador.observe(elemento)
    return () => observador.disconnect()
  }, [antesDePintar])
  return [ref, largura] as const
}
