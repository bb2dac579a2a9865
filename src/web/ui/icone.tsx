import type { CSSProperties, ReactNode, SVGProps } from 'react'

/** What icons are given through `sx`: plain CSS, margins in steps of the grid, and the theme's name for grey text. */
interface Sx extends Omit<CSSProperties, 'color'> {
  color?: string | undefined
  ml?: number | string
  mr?: number | string
  mt?: number | string
}
type Props = SVGProps<SVGSVGElement> & { sx?: Sx; fontSize?: string; titleAccess?: string }

const PASSO_PX = 4
const CORES: Record<string, string> = {
  'text.secondary': '#4B5663',
  'text.primary': '#1A2027',
  'primary.main': '#1976D2',
}
const margem = (passos: number | string | undefined) => (typeof passos === 'number' ? passos * PASSO_PX : passos)

/**
 * Stands for MUI's own `createSvgIcon` under the Material icons (see vite.config.ts): a plain `svg`. A screen has a
 * hundred icons, and styling each one at run time cost a phone more than drawing the rest of it.
 */
export function createSvgIcon(desenho: ReactNode, nome: string) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each icon, where MUI's own is
  function Icone({ sx = {}, className = '', fontSize, style, titleAccess, ...resto }: Props) {
    const { ml, mr, mt, color, ...css } = sx
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: the words beside an icon say it, or its title does
      <svg
        viewBox="0 0 24 24"
        focusable="false"
        aria-hidden={titleAccess ? undefined : true}
        role={titleAccess && 'img'}
        className={`icone MuiSvgIcon-root ${fontSize === 'inherit' ? 'do-texto' : ''} ${className}`}
        style={{
          ...css,
          ...(color && { color: CORES[color] ?? color }),
          ...(ml !== undefined && { marginLeft: margem(ml) }),
          ...(mr !== undefined && { marginRight: margem(mr) }),
          ...(mt !== undefined && { marginTop: margem(mt) }),
          ...style,
        }}
        {...resto}
      >
        {desenho}
        {titleAccess && <title>{titleAccess}</title>}
      </svg>
    )
  }
  Icone.displayName = nome
  Icone.muiName = 'SvgIcon'
  return Icone
}
