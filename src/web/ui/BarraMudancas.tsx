import { useEffect } from 'react'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import { Button } from './Button.tsx'
import './mudancas.css'

interface Props {
  titulo: string
  /** What changed and what it does. */
  efeito: string
  acao: string
  salvando: boolean
  impedida?: boolean
  aoSalvar: () => void
  aoDescartar: () => void
}

/** What is not saved yet, floating above the bottom of the view: nothing holds until it is pressed. */
export function BarraMudancas({ titulo, efeito, acao, salvando, impedida = false, aoSalvar, aoDescartar }: Props) {
  // Keeps the focused field out from under the bar. In braces: some browsers answer scrolls with promises, which React
  // takes for a cleanup.
  useEffect(() => {
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section className="barra-mudancas" aria-label="Mudanças não salvas">
      <EditOutlined aria-hidden size={20} />
      <div role="status">
        <b>{titulo}</b>
        <span>{efeito}</span>
      </div>
      <div className="barra-mudancas-acoes">
        <Button onClick={aoDescartar} disabled={salvando}>
          Descartar
        </Button>
        <Button variant="contained" loading={salvando} disabled={impedida} onClick={aoSalvar}>
          {acao}
        </Button>
      </div>
    </section>
  )
}
