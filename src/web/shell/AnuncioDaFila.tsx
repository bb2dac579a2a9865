import { useEffect, useRef, useState } from 'react'
import { plural } from '#web/ui/formatos.ts'

const CALADO_MS = 30_000

/** Read aloud when more people wait than were last told of; not more than one sentence in half a minute. */
export function AnuncioDaFila({ aguardando }: { aguardando: number }) {
  const [frase, setFrase] = useState('')
  const dito = useRef<{ quantos: number; em: number } | null>(null)
  useEffect(() => {
    const dizer = () => {
      // What was waiting when the screen opened is no news, nor is a queue that got shorter: after it the same number is said again.
      const cresceu = dito.current && aguardando > dito.current.quantos
      setFrase(cresceu ? plural(aguardando, 'cliente esperando', 'clientes esperando') : '')
      dito.current = { quantos: aguardando, em: performance.now() }
    }
    const falta = dito.current ? dito.current.em + CALADO_MS - performance.now() : 0
    if (falta <= 0 || aguardando <= (dito.current?.quantos ?? 0)) return dizer()
    const relogio = setTimeout(dizer, falta)
    return () => clearTimeout(relogio)
  }, [aguardando])
  return (
    <div role="status" className="so-leitor">
      {frase}
    </div>
  )
}
