import type { ReactNode } from 'react'
import { DescriptionOutlined } from '#web/ui/icons/DescriptionOutlined.tsx'

/** At the right of the steps: which file this is about. */
export const DoArquivo = ({ children }: { children: ReactNode }) => (
  <div className="do-arquivo quebra">
    <DescriptionOutlined size={20} aria-hidden />
    {children}
  </div>
)
