import type { ReactNode } from 'react'
import { numero } from './formatos.ts'
import './badge.css'

/** A count on the corner of an icon; none when it is nought. What it counts is said by the button's own label. */
export const Badge = ({ total, children }: { total: number; children: ReactNode }) => (
  <span className="badge">
    {children}
    {total > 0 && <span aria-hidden>{total > 99 ? '99+' : numero(total)}</span>}
  </span>
)
