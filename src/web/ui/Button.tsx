import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react'

export interface ButtonAspect {
  /** One `contained` a view: the next best step. Its neighbours are `tonal` or `outlined`; `text` is the least. */
  variant?: 'text' | 'outlined' | 'tonal' | 'contained'
  size?: 'small' | 'medium'
  /** For an action that cannot be undone, or hurts. */
  danger?: boolean
  startIcon?: ReactNode
  endIcon?: ReactNode
  className?: string | undefined
}

/** The classes of a button, for elements that only look like one. */
export const buttonClass = ({ variant = 'text', size = 'medium', danger = false, className = '' }: ButtonAspect) =>
  `button ${variant} ${size === 'small' ? 'small' : ''} ${danger ? 'danger' : ''} ${className}`

export interface ButtonProps extends ComponentProps<'button'>, ButtonAspect {
  className?: string
  /** In progress: it keeps its size, shows that it works, and cannot be pressed again. */
  loading?: boolean
}

/** A button with words. An icon alone is an `IconButton`; what leads to another address is a `ButtonLink`. */
export function Button(props: ButtonProps) {
  const { variant, size, danger, startIcon, endIcon, className, children, ...rest } = props
  return (
    <button
      type="button"
      className={buttonClass({ variant, size, danger, className } as ButtonAspect)}
      {...useFocusKept(rest)}
    >
      {startIcon}
      {children}
      {endIcon}
    </button>
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, read aloud: an icon alone always has a label. */
  'aria-label': string
  size?: 'small' | 'medium'
  loading?: boolean
}

/** A button that is an icon; give it a `Tooltip` where the icon is not known to everyone. */
export const IconButton = ({ size, className = '', ...rest }: IconButtonProps) => (
  <button
    type="button"
    className={`icon-button ${size === 'small' ? 'small' : ''} ${className}`}
    {...useFocusKept(rest)}
  />
)

/**
 * A focused button that is switched off keeps the focus: `disabled` would send the keyboard to the top of the page. A loading
 * one is never `disabled`: the password dialog that opens meanwhile gives the focus back to it. The second press of a double
 * click, which may come before it shows that it works, does not do the work twice.
 */
function useFocusKept({ loading, disabled, ...rest }: ComponentProps<'button'> & { loading?: boolean }) {
  const [focused, setFocused] = useState(false)
  const off = disabled || loading || false
  return {
    ...rest,
    'aria-busy': loading || undefined,
    'aria-disabled': (off && (focused || loading)) || undefined,
    disabled: off && !focused && !loading,
    onClick: (event: MouseEvent<HTMLButtonElement>) =>
      off || (loading !== undefined && event.detail > 1) ? event.preventDefault() : rest.onClick?.(event),
    onFocus: (event: Parameters<NonNullable<typeof rest.onFocus>>[0]) => {
      setFocused(true)
      rest.onFocus?.(event)
    },
    onBlur: (event: Parameters<NonNullable<typeof rest.onBlur>>[0]) => {
      setFocused(false)
      rest.onBlur?.(event)
    },
  }
}
