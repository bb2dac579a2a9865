export type Tom = 'success' | 'warning' | 'error' | 'info' | 'neutral' | 'special'

const tom = (nome: Tom) => ({
  texto: `var(--${nome}-text)`,
  fundo: `var(--${nome}-ground)`,
  solid: `var(--${nome}-solid)`,
})

/** A status is a tinted chip with dark text and an icon or word; `solid` is for icons and text on the surface. */
export const tons: Record<Tom, { texto: string; fundo: string; solid: string }> = {
  success: tom('success'),
  warning: tom('warning'),
  error: tom('error'),
  info: tom('info'),
  neutral: tom('neutral'),
  special: tom('special'),
}
