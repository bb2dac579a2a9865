import encodeQR from 'qr'

/** The dark squares of a text's QR as one path, in a square of `lado` with the quiet border that cameras want. */
export function tracoDoQr(texto: string): { lado: number; traco: string } {
  const linhas = encodeQR(texto, 'raw', { ecc: 'medium', border: 4 })
  const traco = linhas.flatMap((linha, y) => linha.flatMap((escuro, x) => (escuro ? `M${x} ${y}h1v1h-1z` : [])))
  return { lado: linhas.length, traco: traco.join('') }
}
