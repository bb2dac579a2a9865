import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import type { ReactNode } from 'react'

/** A titled card of rows, used by both steps that show what the documents gave. */
export function Lista({
  titulo,
  icone,
  total,
  children,
}: {
  titulo: string
  icone?: ReactNode
  total?: ReactNode
  children: ReactNode
}) {
  return (
    <Card component="section" aria-label={titulo}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          px: { xs: 4, sm: 5 },
          py: 3,
          minHeight: 60,
        }}
      >
        {icone}
        <Box component="h2" sx={{ m: 0, flex: '1 1 180px', fontSize: 16, lineHeight: '24px', fontWeight: 600 }}>
          {titulo}
        </Box>
        {total}
      </Box>
      {children}
    </Card>
  )
}
