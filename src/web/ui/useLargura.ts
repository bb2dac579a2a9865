import { useLayoutEffect, useRef, useState } from 'react'

/**
 * An element's own width, by which panes are laid out whatever the drawer beside them does; 0 until measured. With
 * `antesDePintar` it is measured before the first paint, at the cost of a layout in the task that drew it.
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
