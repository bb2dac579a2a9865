import Fab from '@mui/material/Fab'
import type { ReactNode } from 'react'

/** On a phone the screen's one action floats; nothing ends, or takes the focus, under it (base.css). */
export const Flutuante = ({ rotulo, icone, aoFazer }: { rotulo: string; icone: ReactNode; aoFazer: () => void }) => (
  <Fab
    className="flutuante"
    color="primary"
    aria-label={rotulo}
    onClick={aoFazer}
    sx={{ position: 'fixed', right: 16, bottom: 16, zIndex: 3, boxShadow: '0 4px 16px rgb(16 32 56 / .20)' }}
  >
    {icone}
  </Fab>
)
