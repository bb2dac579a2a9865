import type { ComponentProps } from 'react'

interface Props extends ComponentProps<'button'> {
  /** Being done: it keeps its size, shows that it works, and cannot be pressed again. */
  pendente?: boolean
}

/** A button in plain CSS (`cheio`, `contorno`), for what must be drawn at once. */
export const Botao = ({ pendente = false, className = '', ...resto }: Props) => (
  <button type="button" className={`botao ${className}`} aria-busy={pendente} disabled={pendente} {...resto} />
)
