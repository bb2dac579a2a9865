/** Tokens (ui/tokens.css) as what is drawn by script calls them. */
export const cor = {
  primaryTint: 'var(--primary-tint)',
  primarySoft: 'var(--primary-soft)',
  primaryDeep: 'var(--primary-deep)',
  primaryDark: 'var(--link)',
  surfaceAlt: 'var(--surface-alt)',
  text3: 'var(--text-3)',
  borderControl: 'var(--border-control)',
  borderButton: 'var(--border-button)',
  divider: 'var(--divider)',
  rowDivider: 'var(--divider-row)',
  hover: 'var(--hover)',
  ink: 'var(--ink)',
  inkAction: 'var(--ink-action)',
  inkText2: 'var(--ink-text-2)',
  engine: 'var(--bubble-engine)',
  engineMeta: 'var(--bubble-engine-meta)',
  readTick: 'var(--tick-read)',
} as const

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

/** The ramp of days late, from not yet due to over ninety. */
export const rampaAtraso = [
  'var(--late-0)',
  'var(--late-1)',
  'var(--late-2)',
  'var(--late-3)',
  'var(--late-4)',
] as const
/** Series of a chart, in this order; at most four. */
export const coresGrafico = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)'] as const
