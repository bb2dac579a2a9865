import type { ReactNode } from 'react'

/** One row of a `dl`. */
export const Dado = ({ rotulo, children }: { rotulo: string; children: ReactNode }) => (
  <>
    <dt>{rotulo}</dt>
    <dd>{children}</dd>
  </>
)
