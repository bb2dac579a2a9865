import { comMilhares } from './dinheiro.ts'

/** A count and what is counted: "1 conta", "12.340 contas". Of an integer that is not negative. */
export const plural = (n: number, um: string, varios: string): string => `${comMilhares(n)} ${n === 1 ? um : varios}`

/** "a", "a e b", "a, b e c". */
export const enumerar = (partes: readonly string[]): string =>
  partes.length > 1 ? `${partes.slice(0, -1).join(', ')} e ${partes.at(-1)}` : (partes[0] ?? '')
