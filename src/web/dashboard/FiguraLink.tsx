import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface Props {
  to: string
  search?: Record<string, string>
  children: ReactNode
}

/** A figure that leads to its rows: it looks like a figure until one points at it. */
export const FiguraLink = ({ to, search = {}, children }: Props) => (
  <Link className="figura-ligacao alvo" to={to} search={search}>
    {children}
  </Link>
)
