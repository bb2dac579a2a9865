import { useEffect, useRef } from 'react'
import { algoPorCima, escreveSe } from '#web/ui/teclas.ts'

/** The key A takes over, where nothing is being typed; already while the customer is being fetched. */
export function useTeclaAssumir(pode: boolean, assumir: () => void) {
  const fazer = useRef(assumir)
  useEffect(() => {
    fazer.current = assumir
  })
  useEffect(() => {
    if (!pode) return
    const aoTeclar = (evento: KeyboardEvent) => {
      const alvo = evento.target as HTMLElement
      if (evento.key.toLowerCase() !== 'a' || evento.ctrlKey || evento.metaKey || evento.altKey || evento.repeat) return
      if (escreveSe(alvo) || algoPorCima() || document.querySelector('.mesa-cliente[inert]')) return
      evento.preventDefault()
      fazer.current()
    }
    window.addEventListener('keydown', aoTeclar)
    return () => window.removeEventListener('keydown', aoTeclar)
  }, [pode])
}
