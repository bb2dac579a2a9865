import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { opcoesDeAbrir, useFiltros } from './useFiltros.ts'
import './painel-ao-lado.css'

interface Props {
  /** The name under which the address keeps the open record. */
  nome: string
  id: number
  children: string
  /** A second, smaller line, truncated; where it is text, whole in its title. */
  abaixo?: ReactNode
}

/** The main cell of a row: opens its record beside the list, under the same filters. */
export function LinhaQueAbre({ nome, id, children, abaixo }: Props) {
  const { filtros } = useFiltros()
  return (
    <div className="linha-que-abre shrink">
      <Link
        to="."
        search={{ ...filtros, [nome]: String(id) }}
        {...opcoesDeAbrir(nome, filtros)}
        title={children}
        className="ligacao nome cortado"
        onClick={(evento) => evento.stopPropagation()}
      >
        {children}
      </Link>
      {abaixo && (
        <div className="miudo cortado" title={typeof abaixo === 'string' ? abaixo : undefined}>
          {abaixo}
        </div>
      )}
    </div>
  )
}

/** The same on a phone: name and amount, then the details below. */
export const ItemQueAbre = ({ quem, valor, children }: { quem: ReactNode; valor: string; children: ReactNode }) => (
  <div className="linha-que-abre grid gap-4">
    <div className="row gap-8">
      <div className="grow shrink">{quem}</div>
      <b className="algarismos rigid">{valor}</b>
    </div>
    <div className="row wrap gap-8 miudo">{children}</div>
  </div>
)
