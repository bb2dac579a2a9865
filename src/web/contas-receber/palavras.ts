import type { Conta } from '#contract/contas-receber.ts'
import { emAberto, type FormaDePagamento, nomeDaConta } from '#domain/conta.ts'
import { diaDaSemana } from '#domain/data.ts'
import { opcoesDe } from '#web/ui/filtros.ts'
import { dia, diaDaSemanaLongo, dinheiro, plural } from '#web/ui/formatos.ts'

export { nomeDaConta }

const ROTULOS_DA_FORMA: Record<FormaDePagamento, string> = {
  pix: 'Pix',
  boleto: 'Boleto',
  transferencia: 'Transferência',
  dinheiro: 'Dinheiro',
  cartao: 'Cartão',
  outro: 'Outra',
}
export const nomeDaForma = (forma: FormaDePagamento) => ROTULOS_DA_FORMA[forma]
export const FORMAS = opcoesDe(ROTULOS_DA_FORMA)

/** "venceu 14/10/2026 · 41 dias", "vence 18/12/2026", "paga em 01/12/2026". */
export function quandoVence(conta: Pick<Conta, 'vencimento' | 'dias_atraso' | 'status' | 'pago_em'>) {
  if (conta.dias_atraso > 0) return `venceu ${dia(conta.vencimento)} · ${plural(conta.dias_atraso, 'dia', 'dias')}`
  if (conta.pago_em) return `paga em ${dia(conta.pago_em)}`
  return conta.status === 'em_aberto' ? `vence ${dia(conta.vencimento)}` : `vencimento ${dia(conta.vencimento)}`
}

/** "sexta-feira, feriado (Natal): o atraso conta do dia útil seguinte": shown to a person who types a due day. */
export function queDiaE(vencimento: string, nomeDoFeriado: (dia: string) => string | null): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(vencimento)) return ''
  const feriado = nomeDoFeriado(vencimento)
  const util = feriado === null && diaDaSemana(vencimento) % 6 !== 0
  return `${diaDaSemanaLongo(vencimento)}${feriado ? `, feriado (${feriado})` : ''}${util ? '' : ': o atraso conta do dia útil seguinte'}`
}

/** Sums money as it should be summed: in cents. */
export const somar = (valores: number[]) => valores.reduce((soma, valor) => soma + Math.round(valor * 100), 0) / 100
/** What was already paid of an account still open; empty where nothing was. */
export const jaPago = (conta: Pick<Conta, 'status' | 'valor_pago'>) =>
  emAberto(conta) && conta.valor_pago > 0 ? `${dinheiro(conta.valor_pago)} já pagos` : ''
/** What an account counts for in lists and sums, without charges: while open, what is left of it; else its value. */
export const valeDe = (conta: Pick<Conta, 'status' | 'valor' | 'valor_pago'>) =>
  emAberto(conta) ? abertoDe(conta) : conta.valor
/** What is left to pay of an account, without charges. */
export const abertoDe = (conta: Pick<Conta, 'valor' | 'valor_pago'>) => somar([conta.valor, -conta.valor_pago])

/** An account's name: as in this list, if it or another instalment of its note is there; else, as in messages, number/instalment. */
export const nomeEntre =
  (contas: readonly (Parameters<typeof nomeDaConta>[0] & { id: number })[]) =>
  ({ id, numero, parcela = null }: { id: number; numero: string; parcela?: string | null }): string => {
    const conta = contas.find((uma) => uma.id === id)
    if (conta) return nomeDaConta(conta)
    const irma = contas.find((uma) => uma.numero === numero)
    if (irma) return nomeDaConta({ ...irma, parcela })
    return parcela === null ? numero : `${numero}/${parcela}`
  }
