import { escrever } from '#web/ui/formatos.ts'

/** 3.1 → "3,1 pontos": a difference of percentages. */
export const pontos = (n: number) => `${escrever(n, 1)} ${n < 1.05 ? 'ponto' : 'pontos'}`

const GRANDEZAS = ['', '\u00A0mil', '\u00A0mi', '\u00A0bi', '\u00A0tri']
/** 482000 → "482 mil", 1250000 → "1,3 mi". */
export function resumido(n: number): string {
  // Rounding may carry to the next unit: 999,950 is "1 mi".
  const grandeza = GRANDEZAS.findIndex((_, i) => Math.round(Math.abs(n) / 10 ** (3 * i - 1)) < 10_000)
  return escrever(n / 1000 ** grandeza, 1, 0) + GRANDEZAS[grandeza]
}
