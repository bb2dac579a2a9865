import type { SvgIconComponent } from '@mui/icons-material'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { type Tom, tons } from '#web/theme.ts'

interface Props {
  tom: Tom
  icone?: SvgIconComponent | undefined
  children: ReactNode
}

/** A tinted label with dark text and, where it helps, an icon: a status is never told by colour alone. */
export function Chip({ tom, icone: Icone, children }: Props) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        height: 24,
        px: 2,
        borderRadius: '6px',
        background: tons[tom].fundo,
        color: tons[tom].texto,
        fontSize: 13,
        lineHeight: '18px',
        fontWeight: 500,
        whiteSpace: 'nowrap',
        maxWidth: '100%',
      }}
    >
      {Icone && <Icone sx={{ fontSize: 16 }} aria-hidden />}
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {children}
      </Box>
    </Box>
  )
}
