import type { ReactNode } from 'react'

/** One part of what is shown of a movement. */
export const Secao = ({ titulo, children }: { titulo: string; children: ReactNode }) => (
  <section className="movimento-secao grid gap-8" aria-label={titulo}>
    <h3>{titulo}</h3>
    {children}
  </section>
)
