import { useEffect, useLayoutEffect, useRef } from 'react'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import { Button } from './Button.tsx'
import './mudancas.css'

interface Props {
  titulo: string
  /** What changed and what it does. */
  efeito: string
  acao: string
  salvando: boolean
  aoSalvar: () => void
  aoDescartar: () => void
}

/** The unsaved changes, floating above the bottom of the view: they take effect only once saved. */
export function BarraMudancas({ titulo, efeito, acao, salvando, aoSalvar, aoDescartar }: Props) {
  // Keeps the focused field out from under the bar. In braces: some browsers answer scrolls with promises, which React
  // takes for a cleanup.
  useEffect(() => {
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  const bar = useRef<HTMLElement>(null)
  const before = useRef<HTMLElement>(null)
  // Saved or discarded by keyboard, the bar unmounts with the focus inside: it goes back to the field changed last.
  useLayoutEffect(
    () => () => {
      if (bar.current?.contains(document.activeElement)) before.current?.focus()
    },
    [],
  )
  return (
    <section
      ref={bar}
      className="barra-mudancas"
      aria-label="Mudanças não salvas"
      onFocus={({ relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !bar.current?.contains(relatedTarget))
          before.current = relatedTarget
      }}
    >
      <EditOutlined aria-hidden size={20} />
      <div role="status">
        <b>{titulo}</b>
        <span>{efeito}</span>
      </div>
      <div className="barra-mudancas-acoes">
        <Button onClick={aoDescartar} disabled={salvando}>
          Descartar
        </Button>
        <Button variant="contained" loading={salvando} onClick={aoSalvar}>
          {acao}
        </Button>
      </div>
    </section>
  )
}
