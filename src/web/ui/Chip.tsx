import type { ReactNode } from 'react'
import { type Tom, tons } from '#web/cores.ts'
import type { Icon } from '#web/ui/icon.tsx'

interface Props {
  tom: Tom
  icone?: Icon | undefined
  children: ReactNode
}

/** A tinted label with dark text and, where it helps, an icon: a status is never told by colour alone. */
export function Chip({ tom, icone: Icone, children }: Props) {
  return (
    <span className="chip" style={{ background: tons[tom].fundo, color: tons[tom].texto }}>
      {Icone && <Icone aria-hidden />}
      <span>{children}</span>
    </span>
  )
}
