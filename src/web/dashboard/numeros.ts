import { escrever } from '#web/ui/formatos.ts'

/** 3.1 → "3,1 pontos": between two percentages. */
export const pontos = (n: number) => `${escrever(n, 1)} ${n < 1.05 ? 'ponto' : 'pontos'}`

const GRANDEZAS = ['', '\u00A0mil', '\u00A0mi', '\u00A0bi', '\u00A0tri']
/** 482000 → "482 mil", 1250000 → "1,3 mi". */
export function resumido(n: number): string {
  // What rounds to a thousand of one is one of the next.
  const grandeza = GRANDEZAS.findIndex((_, i) => Math.round(Math.abs(n) / 10 ** (3 * i - 1)) < 10_000)
  return escrever(n / 1000 ** grandeza, 1, 0) + GRANDEZAS[grandeza]
}
