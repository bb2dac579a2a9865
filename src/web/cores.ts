/** Tokens of the design language that Material's palette has no name for. */
export const cor = {
  primaryTint: '#E8F1FB',
  primarySoft: '#D6E7FA',
  primaryDeep: '#0D47A1',
  primaryDark: '#1565C0',
  surfaceAlt: '#EEF2F7',
  text3: '#5E6B7A',
  borderControl: '#7B8794',
  borderButton: '#B9C3CE',
  divider: '#DDE3EA',
  rowDivider: '#E9EDF2',
  hover: '#F3F6FA',
  ink: '#1F2937',
  inkAction: '#9CC8F5',
  inkText2: '#C7D0DA',
  engine: '#F0EAFB',
  engineMeta: '#5A4E76',
  readTick: '#0B6FD0',
} as const

export type Tom = 'success' | 'warning' | 'error' | 'info' | 'neutral' | 'special'

/** A status is a tinted chip with dark text and an icon or word; `solid` is for icons and text on white. */
export const tons: Record<Tom, { texto: string; fundo: string; solid: string }> = {
  success: { texto: '#1B5E20', fundo: '#E6F4EA', solid: '#2E7D32' },
  warning: { texto: '#7A4100', fundo: '#FFF1DC', solid: '#B45309' },
  error: { texto: '#9B1C1C', fundo: '#FDE8E8', solid: '#C62828' },
  info: { texto: '#0B5394', fundo: '#E3F0FC', solid: '#0B5394' },
  neutral: { texto: '#3F4A57', fundo: '#EBEFF4', solid: '#5B7083' },
  special: { texto: '#5B3A9B', fundo: '#F0EAFB', solid: '#7E57C2' },
}

/** The ramp of days late, from not yet due to over ninety. */
export const rampaAtraso = ['#5B7083', '#D9730D', '#C4501A', '#A8321F', '#7F1D1D'] as const
/** Series of a chart, in this order; at most four. */
export const coresGrafico = ['#1976D2', '#D9730D', '#5B7083', '#7E57C2'] as const
