import type { ComponentProps } from 'react'

interface Props extends ComponentProps<'section'> {
  /** With the card's own padding; without it what is inside reaches the edge, as a table does. */
  folga?: boolean
}

/** A part of a page on a ground of its own; with an `aria-label` it is a landmark. */
export const Card = ({ folga = false, className = '', ...rest }: Props) => (
  <section className={`cartao ${folga ? 'folgado' : ''} ${className}`} {...rest} />
)
