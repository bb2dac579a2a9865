import type { ReactNode } from 'react'
import { inteira } from '#web/api/inteira.ts'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { ErrorOutlineOutlined as ErrorOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { InfoOutlined } from '#web/ui/icons/InfoOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import './alert.css'

const ICONS = {
  success: CheckCircleOutlined,
  warning: WarningAmberOutlined,
  error: ErrorOutlined,
  info: InfoOutlined,
} as const

interface Props {
  tom: keyof typeof ICONS
  children: ReactNode
  /** What can be done about it, at the right. */
  acao?: ReactNode
  /** Read aloud when it appears; an alert that is there from the start is not. */
  role?: 'alert' | 'status' | undefined
}

/** A sentence that must be seen, in its place. */
export function Alert({ tom, children, acao, role = tom === 'error' ? 'alert' : undefined }: Props) {
  const Icon = ICONS[tom]
  return (
    <div role={role} className={`alert ${tom}`}>
      <Icon aria-hidden />
      <div className="alert-text">{typeof children === 'string' ? inteira(children) : children}</div>
      {acao && <div className="alert-action">{acao}</div>}
    </div>
  )
}
