import { comMilhares } from './dinheiro.ts'

/** A count and what is counted: "1 conta", "12.340 contas". Of an integer that is not negative. */
export const plural = (n: number, um: string, varios: string): string => `${comMilhares(n)} ${n === 1 ? um : varios}`
