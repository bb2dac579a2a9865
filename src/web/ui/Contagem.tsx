import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** A key a moment after another asks again, and only the last answer is said. */
const PAUSA_MS = 500

/**
 * Reads aloud what a search, a filter or a page brought: `frase`, undefined until it is here. What the screen opened with is no
 * news, nor what live events change.
 */
export function Contagem({ frase }: { frase: string | undefined }) {
  const pedido = useRouterState({ select: ({ location }) => location.searchStr })
  const visto = useRef({ pedido, frase })
  const [dito, setDito] = useState('')
  useEffect(() => {
    if (frase === undefined) return
    const relogio = setTimeout(() => {
      const antes = visto.current
      visto.current = { pedido, frase }
      if (antes.frase !== frase && antes.pedido !== pedido) setDito(frase)
    }, PAUSA_MS)
    return () => clearTimeout(relogio)
  }, [pedido, frase])
  return (
    <div role="status" className="so-leitor">
      {dito}
    </div>
  )
}
