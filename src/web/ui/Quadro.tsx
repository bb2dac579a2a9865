import type { ReactNode } from 'react'

interface Props {
  titulo: string
  legenda?: ReactNode
  /** The link or button at the right of the title. */
  acao?: ReactNode
  /** A list begins under a line; a picture does not. */
  lista?: boolean
  children: ReactNode
}

/** One part of a dashboard: a card with its title, and what it leads to. */
export function Quadro({ titulo, legenda, acao, lista = false, children }: Props) {
  return (
    <section aria-label={titulo} className="cartao quadro">
      <div className={lista ? 'quadro-topo lista' : 'quadro-topo'}>
        <div className="quadro-titulo">
          <h2>{titulo}</h2>
          {legenda !== undefined && <div className="miudo">{legenda}</div>}
        </div>
        {acao && <div className="quadro-acao">{acao}</div>}
      </div>
      {children}
    </section>
  )
}
