import type { ComponentType, ReactNode, SVGProps } from 'react'

/** By `titulo` alone it is said aloud: a label beside `aria-hidden` would say nothing. */
interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'aria-label' | 'role'> {
  /** In pixels: 20 in controls, 24 by itself; without it the style sheet of what it stands in decides. */
  size?: number | undefined
  /** Said aloud, where no words beside it say it. */
  titulo?: string | undefined
}
export type Icon = ComponentType<IconProps>

/** One of Google's Material icons (`icons/`, Apache License 2.0) as a plain `svg`. */
export const icon = (shape: ReactNode): Icon =>
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each icon, where its file is read
  function MaterialIcon({ size, titulo, className = '', style, ...rest }) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: the words beside an icon say it, or its title does
      <svg
        viewBox="0 0 24 24"
        focusable="false"
        aria-hidden={titulo ? undefined : true}
        role={titulo && 'img'}
        className={`icone ${className}`}
        style={size === undefined ? style : { fontSize: size, ...style }}
        {...rest}
      >
        {titulo && <title>{titulo}</title>}
        {shape}
      </svg>
    )
  }
