import type { Dia } from './data.ts'
import type { Centavos } from './dinheiro.ts'
import { repartirPagamento } from './encargos.ts'

export const STATUS_NEGOCIACAO = [
  'proposta', // accepted by the customer; its first payment is awaited, and the originals stand
  'aguarda_aprovacao', // beyond the policy: an administrator decides, and nothing else changed
  'ativa',
  'cumprida',
  'quebrada',
  'cancelada',
  'recusada',
  'expirada',
] as const
export type StatusNegociacao = (typeof STATUS_NEGOCIACAO)[number]
/** Not running yet: no account stands for an instalment. */
export const EM_ESPERA = ['proposta', 'aguarda_aprovacao'] as const satisfies StatusNegociacao[]
export const emEspera = ({ status }: { status: StatusNegociacao }): boolean =>
  (EM_ESPERA as readonly StatusNegociacao[]).includes(status)
/** One of these a customer at a time. */
export const EM_ANDAMENTO = [...EM_ESPERA, 'ativa'] as const satisfies StatusNegociacao[]

export const ROTULOS_DA_NEGOCIACAO: Record<StatusNegociacao, string> = {
  proposta: 'Proposta',
  aguarda_aprovacao: 'Aguarda aprovação',
  ativa: 'Em andamento',
  cumprida: 'Cumprido',
  quebrada: 'Quebrado',
  cancelada: 'Cancelado',
  recusada: 'Recusado',
  expirada: 'Expirado',
}

export const ORIGENS_DA_NEGOCIACAO = ['operador', 'pagina'] as const
export type OrigemDaNegociacao = (typeof ORIGENS_DA_NEGOCIACAO)[number]

/** For so many days an administrator may approve what an operator agreed on. */
export const DIAS_PARA_APROVAR = 7

/** An instalment so many days overdue, counted from its due day moved to a business day, breaks the agreement. */
export const DIAS_ATE_QUEBRAR = 5

export type PagamentoMovido = { id: number; valorCentavos: Centavos; pagoEm: Dia }
export type ContaQueVolta = { id: number; abertoCentavos: Centavos; vencimento: Dia; notaCancelada?: boolean }
export type Alocacao = {
  pagamentoId: number
  contaId: number
  principalCentavos: Centavos
  encargosCentavos: Centavos
  pagoEm: Dia
}

/**
 * An agreement ended early: what was paid on its instalments goes to the accounts that come back, oldest first, each
 * payment whole and with its own day. What exceeds the last account stays on it as charges. Accounts of a cancelled
 * note take payments only when no other comes back.
 */
export function realocarPagamentos(
  pagamentos: readonly PagamentoMovido[],
  contas: readonly ContaQueVolta[],
): Alocacao[] {
  const vivas = contas.filter((conta) => !conta.notaCancelada)
  const alvos = (vivas.length > 0 ? vivas : [...contas])
    .map((conta) => ({ id: conta.id, vencimento: conta.vencimento, aberto: conta.abertoCentavos }))
    .sort((a, b) => a.vencimento.localeCompare(b.vencimento) || a.id - b.id)
  const emOrdem = [...pagamentos].sort((a, b) => a.pagoEm.localeCompare(b.pagoEm) || a.id - b.id)
  return emOrdem.flatMap((pagamento) => distribuir(pagamento, alvos))
}

function distribuir(pagamento: PagamentoMovido, alvos: { id: number; aberto: Centavos }[]): Alocacao[] {
  const alocacoes: Alocacao[] = []
  let resta = pagamento.valorCentavos
  for (const [indice, alvo] of alvos.entries()) {
    const ultimo = indice === alvos.length - 1
    const parte = repartirPagamento(ultimo ? resta : Math.min(resta, alvo.aberto), alvo.aberto)
    if (parte.principalCentavos + parte.encargosCentavos === 0) continue
    alocacoes.push({ pagamentoId: pagamento.id, contaId: alvo.id, ...parte, pagoEm: pagamento.pagoEm })
    alvo.aberto -= parte.principalCentavos
    resta -= parte.principalCentavos
  }
  return alocacoes
}
