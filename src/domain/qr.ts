/** How ours are made: some of it may be soiled, and around it stands the quiet zone that cameras need. */
export const FORMA_DO_QR = { ecc: 'medium', border: 4 } as const

/** The dark squares of a QR as one path of SVG, in a square of `lado`: one line instead of thousands of squares. */
export const tracoDasLinhas = (linhas: readonly (readonly boolean[])[]): { lado: number; traco: string } => ({
  lado: linhas.length,
  traco: linhas.flatMap((linha, y) => linha.flatMap((escuro, x) => (escuro ? `M${x} ${y}h1v1h-1z` : []))).join(''),
})
