import type { Conta } from '#contract/contas-receber.ts'
import type { Opcao } from '#web/ui/entradas.tsx'
import { dia, plural } from '#web/ui/formatos.ts'

export const FORMAS: readonly (Opcao & {
  valor: 'pix' | 'boleto' | 'transferencia' | 'dinheiro' | 'cartao' | 'outro'
})[] = [
  { valor: 'pix', rotulo: 'Pix' },
  { valor: 'boleto', rotulo: 'Boleto' },
  { valor: 'transferencia', rotulo: 'Transferência' },
  { valor: 'dinheiro', rotulo: 'Dinheiro' },
  { valor: 'cartao', rotulo: 'Cartão' },
  { valor: 'outro', rotulo: 'Outra' },
]
export const nomeDaForma = (forma: string) => FORMAS.find((uma) => uma.valor === forma)?.rotulo ?? forma

/** "NF-e 18.432 · 2/3", "Acordo 214 · 2/4", "4512". */
export function nomeDaConta(conta: Pick<Conta, 'numero' | 'parcela' | 'origem'>): string {
  const prefixo = conta.origem === 'nfe' && !/^nf/i.test(conta.numero) ? 'NF-e ' : ''
  return `${prefixo}${conta.numero}${conta.parcela ? ` · ${conta.parcela}` : ''}`
}

/** "venceu 14/10/2026 · 41 dias", "vence 18/12/2026". */
export const quandoVence = (conta: Pick<Conta, 'vencimento' | 'dias_atraso' | 'status'>) =>
  conta.dias_atraso > 0
    ? `venceu ${dia(conta.vencimento)} · ${plural(conta.dias_atraso, 'dia', 'dias')}`
    : `vence ${dia(conta.vencimento)}`

/** Sums money as it should be summed: in cents. */
export const somar = (valores: number[]) => valores.reduce((soma, valor) => soma + Math.round(valor * 100), 0) / 100
/** What is open of an account, without charges. */
export const abertoDe = (conta: Pick<Conta, 'valor' | 'valor_pago'>) => somar([conta.valor, -conta.valor_pago])
