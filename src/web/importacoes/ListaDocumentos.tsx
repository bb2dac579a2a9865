import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import './achados.css'

interface Props {
  titulo: string
  icone?: ReactNode
  total?: ReactNode
  children: ReactNode
}

/** A titled card of rows, used by both steps that show what the documents gave. */
export const Lista = ({ titulo, icone, total, children }: Props) => (
  <Card aria-label={titulo}>
    <div className="achados-topo row wrap">
      {icone}
      <h2 className="titulo">{titulo}</h2>
      {total}
    </div>
    {children}
  </Card>
)
