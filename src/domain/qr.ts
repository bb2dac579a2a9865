/** The dark squares of a QR as one path of SVG, in a square of `lado`: one line instead of thousands of squares. */
export const tracoDasLinhas = (linhas: readonly (readonly boolean[])[]): { lado: number; traco: string } => ({
  lado: linhas.length,
  traco: linhas.flatMap((linha, y) => linha.flatMap((escuro, x) => (escuro ? `M${x} ${y}h1v1h-1z` : []))).join(''),
})
