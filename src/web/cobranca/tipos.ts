import type { Regua } from '#contract/cobranca.ts'
import { plural } from '#web/ui/formatos.ts'

export type Passo = Regua['passos'][number]

/** "3 dias antes", "no vencimento", "5 dias depois". */
export function emPalavras(dias: number): string {
  if (dias === 0) return 'no vencimento'
  const quantos = Math.abs(dias)
  return `${plural(quantos, 'dia', 'dias')} ${dias < 0 ? 'antes' : 'depois'}`
}
