import type { Situacao } from './conta.ts'
import type { Dia } from './data.ts'
import type { Centavos } from './dinheiro.ts'

export const STATUS_PROMESSA = ['pendente', 'cumprida', 'parcial', 'quebrada', 'cancelada'] as const
export type StatusPromessa = (typeof STATUS_PROMESSA)[number]
export const ROTULOS_DA_PROMESSA: Record<StatusPromessa, string> = {
  pendente: 'Pendente',
  cumprida: 'Cumprida',
  parcial: 'Cumprida em parte',
  quebrada: 'Quebrada',
  cancelada: 'Cancelada',
}
/** Where columns are narrow. */
export const ROTULOS_CURTOS_DA_PROMESSA: typeof ROTULOS_DA_PROMESSA = { ...ROTULOS_DA_PROMESSA, parcial: 'Em parte' }
/** What a payment, or its reversal, may still change. */
export const A_CONFERIR = ['pendente', 'cumprida', 'parcial'] as const satisfies StatusPromessa[]
/** Neither awaited nor withdrawn: they say whether customers keep their word. */
export const JULGADAS = ['cumprida', 'parcial', 'quebrada'] as const satisfies StatusPromessa[]
export const NAO_CUMPRIDAS = ['parcial', 'quebrada'] as const satisfies StatusPromessa[]

/** Who wrote it down: an operator, or the customer on their own page. */
export const ORIGENS_DA_PROMESSA = ['operador', 'pagina'] as const
export type OrigemDaPromessa = (typeof ORIGENS_DA_PROMESSA)[number]

/** By the day they speak of, or how much; the latest, or the most, first with a minus sign. */
export const ORDENS_DE_PROMESSA = ['ate', '-ate', 'valor', '-valor'] as const
export type OrdemDePromessa = (typeof ORDENS_DE_PROMESSA)[number]

export interface PromessaComPagamentos {
  status: StatusPromessa
  valorCentavos: Centavos
  /** Brought to its accounts by payments since it was made, and not reversed. */
  pagoCentavos: Centavos
  limite: Dia
  /** How its accounts stand. */
  contas: readonly Situacao[]
  /** What was paid when its accounts were last written to. */
  pagoAntes: Centavos
  /** Another promise, or a dispute, has one of its accounts now. */
  ocupada: boolean
}

const semContas = ({ contas }: Pick<PromessaComPagamentos, 'contas'>): boolean =>
  contas.some((situacao) => situacao === 'negociada' || situacao === 'cancelada')

/** What counts as paid: an agreement that ends takes the payments along to other accounts, and nobody takes them back by that. */
export const pagoDa = (promessa: PromessaComPagamentos): Centavos =>
  promessa.status !== 'pendente' && semContas(promessa)
    ? Math.max(promessa.pagoAntes, promessa.pagoCentavos)
    : promessa.pagoCentavos

/** How a promise stands after a write to its accounts: kept by payments, made open again by a reversal, ended with its accounts. */
export function aoMudarContas(promessa: PromessaComPagamentos, hoje: Dia): StatusPromessa {
  const { status, limite } = promessa
  if (status !== 'pendente' && status !== 'cumprida') {
    return status === 'parcial' && pagoDa(promessa) === 0 ? 'quebrada' : status
  }
  if (estaCumprida(promessa)) return 'cumprida'
  if (semContas(promessa)) return status === 'cumprida' ? status : 'cancelada'
  if (status === 'pendente') return 'pendente'
  if (hoje > limite) return 'quebrada'
  return promessa.ocupada ? 'cancelada' : 'pendente'
}

const estaCumprida = ({ pagoCentavos, valorCentavos, contas }: PromessaComPagamentos): boolean =>
  pagoCentavos >= valorCentavos || contas.every((situacao) => situacao === 'paga')

/** What becomes of a pending promise once its last day is over. */
export const julgar = (pagoCentavos: Centavos): 'parcial' | 'quebrada' => (pagoCentavos > 0 ? 'parcial' : 'quebrada')
