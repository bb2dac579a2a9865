import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { DescriptionOutlined } from '#web/ui/icons/DescriptionOutlined.tsx'

/** At the right of the steps: which file this is about. */
export const DoArquivo = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, overflowWrap: 'anywhere' }}>
    <DescriptionOutlined size={20} aria-hidden />
    {children}
  </Box>
)
