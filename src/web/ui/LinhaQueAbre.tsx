import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { passoDeAbrir, useFiltros } from './useFiltros.ts'
import './painel-ao-lado.css'

interface Props {
  /** The name under which the address keeps the open record. */
  nome: string
  id: number
  children: string
  /** A second line, smaller. */
  abaixo?: ReactNode
}

/** The main cell of a row: opens its record beside the list, under the same filters. */
export function LinhaQueAbre({ nome, id, children, abaixo }: Props) {
  const { filtros } = useFiltros()
  return (
    <div className="linha-que-abre shrink">
      <Link
        to="."
        search={{ ...filtros, [nome]: String(id) } as never}
        {...passoDeAbrir(nome, filtros)}
        title={children}
        className="ligacao nome cortado"
        onClick={(evento) => evento.stopPropagation()}
      >
        {children}
      </Link>
      {abaixo && <div className="miudo cortado">{abaixo}</div>}
    </div>
  )
}
