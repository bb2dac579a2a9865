import { useLayoutEffect, useRef, useState } from 'react'

/** The width an element really has: panes are laid out by it, whatever the drawer beside them does. */
export function useLargura<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const [largura, setLargura] = useState(0)
  useLayoutEffect(() => {
    const elemento = ref.current
    if (!elemento) return
    setLargura(elemento.clientWidth)
    const observador = new ResizeObserver(() => setLargura(elemento.clientWidth))
    observador.observe(elemento)
    return () => observador.disconnect()
  }, [])
  return [ref, largura] as const
}
