import type { ReactNode } from 'react'

interface Props {
  titulo: string
  className?: string
  children: ReactNode
}

/** One part of what is shown of a record, under its name. */
export const Secao = ({ titulo, className, children }: Props) => (
  <section className={className} aria-label={titulo}>
    <h3>{titulo}</h3>
    {children}
  </section>
)
