import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type ButtonAspect, buttonClass } from './Button.tsx'

function Anchor(props: ComponentProps<'a'> & ButtonAspect) {
  const { variant, size, danger, startIcon, endIcon, className, children, ...rest } = props
  return (
    <a className={buttonClass({ variant, size, danger, className } as ButtonAspect)} {...rest}>
      {startIcon}
      {children}
      {endIcon}
    </a>
  )
}

/** A link that looks like a button, with the router's typed addresses. */
export const ButtonLink = createLink(Anchor)
