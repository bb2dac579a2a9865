import type { ReactNode } from 'react'
import './flutuante.css'

/** On a phone the screen's one action floats; nothing ends, or takes the focus, under it (base.css). */
export const Flutuante = ({ rotulo, icone, aoFazer }: { rotulo: string; icone: ReactNode; aoFazer: () => void }) => (
  <button type="button" className="flutuante" aria-label={rotulo} onClick={aoFazer}>
    {icone}
  </button>
)
