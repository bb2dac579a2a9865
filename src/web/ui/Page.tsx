import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useFalta } from '#web/api/useFalta.ts'
import { hora } from './formatos.ts'

interface Props {
  children: ReactNode
  /** What stands at the left of the page head: a count, a greeting, a breadcrumb. */
  inicio?: ReactNode
  /** Filters and the one filled action, at the right. */
  acoes?: ReactNode
  /** The page fills the window and one of its parts scrolls, as a table does. */
  cheia?: boolean
  /** Narrower pages: 720 for forms, 960 for reading. */
  largura?: number
}

/** The frame of every padded screen. Its title is the route's, shown by the top bar. */
export function Page({ children, inicio, acoes, cheia = false, largura = 1680 }: Props) {
  const falta = useFalta()
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: largura,
        mx: 'auto',
        px: { xs: 4, sm: 6, xl: 8 },
        pt: { xs: 4, sm: 5 },
        pb: 6,
        display: 'flex',
        flexDirection: 'column',
        gap: 4,
        ...(cheia && { height: { sm: '100%' }, minHeight: { sm: 480 } }),
      }}
    >
      {(inicio || acoes || falta) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', minHeight: 36 }}>
          {inicio && <Box sx={{ minWidth: 0 }}>{inicio}</Box>}
          {falta && <Box sx={{ ml: 'auto', fontSize: 13, color: 'text.secondary' }}>dados de {hora(falta.desde)}</Box>}
          {acoes && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', ml: falta ? 0 : 'auto' }}>
              {acoes}
            </Box>
          )}
        </Box>
      )}
      {children}
    </Box>
  )
}
