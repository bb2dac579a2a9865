import MuiLink from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

const Ligacao = createLink(MuiLink)

/** A figure that leads to its rows: it looks like a figure until one points at it. */
export function FiguraLink({
  to,
  search,
  children,
}: {
  to: string
  search?: Record<string, string>
  children: string
}) {
  return (
    <Ligacao to={to} search={search ?? {}} underline="hover" sx={{ color: 'inherit' }}>
      {children}
    </Ligacao>
  )
}
