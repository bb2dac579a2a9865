import type { OrigemDaCausa } from './causa.ts'
import type { Dia } from './data.ts'
import type { Centavos } from './dinheiro.ts'
import { calcularEncargos, diasAtraso, repartirPagamento, type Taxas } from './encargos.ts'

/** What is stored. Being overdue is not: it comes with the day. */
export const SITUACOES = ['aberta', 'paga', 'negociada', 'cancelada'] as const
export type Situacao = (typeof SITUACOES)[number]

export const STATUS_CONTA = ['em_aberto', 'vencida', 'paga', 'negociada', 'cancelada'] as const
export type StatusConta = (typeof STATUS_CONTA)[number]
export const ROTULOS_DA_CONTA: Record<StatusConta, string> = {
  em_aberto: 'Em aberto',
  vencida: 'Vencida',
  paga: 'Paga',
  negociada: 'Negociada',
  cancelada: 'Cancelada',
}
/** Still to be received, late or not. */
export const STATUS_EM_ABERTO = ['em_aberto', 'vencida'] as const satisfies StatusConta[]
export const emAberto = ({ status }: { status: StatusConta }): boolean =>
  (STATUS_EM_ABERTO as readonly StatusConta[]).includes(status)

interface NasTratativas {
  status: StatusConta
  contestada: boolean
  prometida_ate: Dia | null
}
/** Open, and not in a dispute already. */
export const contestavel = (conta: Pick<NasTratativas, 'status' | 'contestada'>): boolean =>
  emAberto(conta) && !conta.contestada
/** Open, and neither disputed nor promised already. */
export const prometivel = (conta: NasTratativas): boolean => contestavel(conta) && conta.prometida_ate === null

/** Refusal when one of the chosen accounts is not the customer's, or is no longer open. */
export const SO_CONTAS_ABERTAS =
  'Escolha só contas em aberto deste cliente. Alguma foi paga, negociada ou cancelada; atualize a tela.'

export const ORIGENS_DA_CONTA = ['nfe', 'manual', 'negociacao', 'csv'] as const
export type OrigemDaConta = (typeof ORIGENS_DA_CONTA)[number]
export const ROTULOS_DA_ORIGEM_DA_CONTA: Record<OrigemDaConta, string> = {
  nfe: 'Nota fiscal',
  negociacao: 'Parcela de acordo',
  csv: 'Planilha',
  manual: 'Lançada à mão',
}

export const FORMAS_DE_PAGAMENTO = ['pix', 'boleto', 'transferencia', 'dinheiro', 'cartao', 'outro'] as const
export type FormaDePagamento = (typeof FORMAS_DE_PAGAMENTO)[number]

/** What recorded a payment: a person, or the matching with what the bank tells. */
export const ORIGENS_DO_PAGAMENTO = ['manual', 'conciliacao'] as const
export type OrigemDoPagamento = (typeof ORIGENS_DO_PAGAMENTO)[number]

/** So many of a customer's payments are listed together: the latest ones. */
export const PAGAMENTOS_A_VISTA = 200

/** `manual` is all that is not the matching: a person, and another program of the company too. */
export const origemDoPagamento = (causa: OrigemDaCausa): OrigemDoPagamento =>
  causa === 'conciliacao' ? 'conciliacao' : 'manual'

/** Bands of the aging, each with the days late at which it begins. */
export const FAIXAS = ['a_vencer', '1-30', '31-60', '61-90', '90+'] as const
export type Faixa = (typeof FAIXAS)[number]
const INICIO_DA_FAIXA: Record<Faixa, number> = {
  a_vencer: Number.NEGATIVE_INFINITY,
  '1-30': 1,
  '31-60': 31,
  '61-90': 61,
  '90+': 91,
}

export interface ContaNoDia {
  situacao: Situacao
  valorCentavos: Centavos
  pagoCentavos: Centavos
  /** The due day moved to a business day: what lateness counts from. */
  vencimentoUtil: Dia
}

/** How an account stands on a day; charges and lateness are of open accounts only. */
export function retratar(conta: ContaNoDia, hoje: Dia, taxas: Taxas) {
  const aberta = conta.situacao === 'aberta'
  const abertoCentavos = aberta ? conta.valorCentavos - conta.pagoCentavos : 0
  const dias = aberta ? diasAtraso(conta.vencimentoUtil, hoje) : 0
  const encargosCentavos = calcularEncargos(abertoCentavos, conta.vencimentoUtil, hoje, taxas).totalCentavos
  return {
    status: statusNoDia(conta, hoje),
    diasAtraso: dias,
    abertoCentavos,
    encargosCentavos,
    atualizadoCentavos: abertoCentavos + encargosCentavos,
  }
}

/** Late from the day after `vencimentoUtil`: what is due on a Saturday may be paid on Monday. */
export function statusNoDia(conta: Pick<ContaNoDia, 'situacao' | 'vencimentoUtil'>, hoje: Dia): StatusConta {
  if (conta.situacao !== 'aberta') return conta.situacao
  return conta.vencimentoUtil < hoje ? 'vencida' : 'em_aberto'
}

/** `dias` late, as `retratar` counts them: 0 is not late. */
export const faixaDe = (dias: number): Faixa => FAIXAS.findLast((faixa) => dias >= INICIO_DA_FAIXA[faixa]) ?? 'a_vencer'

/** The days late of a band, both ends included; null where it has no end. */
export function diasDaFaixa(faixa: Faixa): { de: number | null; ate: number | null } {
  const seguinte = FAIXAS[FAIXAS.indexOf(faixa) + 1]
  const de = INICIO_DA_FAIXA[faixa]
  return { de: Number.isFinite(de) ? de : null, ate: seguinte ? INICIO_DA_FAIXA[seguinte] - 1 : null }
}

/** The most that may be paid on a day: what is open with the charges of that day. */
export function devidoNoDia(conta: ContaNoDia, dia: Dia, taxas: Taxas): Centavos {
  return retratar(conta, dia, taxas).atualizadoCentavos
}

export interface ParteDePagamento {
  pagamentoId: number
  /** What this payment brings to this account, face and charges together. */
  valorCentavos: Centavos
  pagoEm: Dia
}

/**
 * How payments fill one account: the face value first, in the order in which they were recorded, and what exceeds it is
 * charges. After a reversal the others are shared out anew, so that charges are never kept while the face is open.
 * The account is settled on the latest day among the payments that filled its face.
 */
export function preencherConta(valorCentavos: Centavos, partes: readonly ParteDePagamento[]) {
  let aberto = valorCentavos
  let ultimo: Dia | null = null
  const ordem = [...partes].sort((a, b) => a.pagamentoId - b.pagamentoId)
  const alocacoes = ordem.map((parte) => {
    const divisao = repartirPagamento(parte.valorCentavos, aberto)
    aberto -= divisao.principalCentavos
    if (divisao.principalCentavos > 0 && (ultimo === null || parte.pagoEm > ultimo)) ultimo = parte.pagoEm
    return { pagamentoId: parte.pagamentoId, ...divisao }
  })
  return { alocacoes, pagoCentavos: valorCentavos - aberto, quitadaEm: aberto === 0 ? (ultimo as Dia | null) : null }
}

/** An account to be paid, as it stands on the day of the payment. */
export interface ContaAPagar {
  vencimento: Dia
  abertoCentavos: Centavos
  /** With the charges of that day. */
  devidoCentavos: Centavos
}

/**
 * Divides a sum received among accounts: the oldest first, each up to what it owes with charges. A sum that is exactly
 * the open face value of all pays each its face and waives the charges. Returns the parts in the given order, and what
 * is left over.
 */
export function repartirEntre(
  totalCentavos: Centavos,
  contas: readonly ContaAPagar[],
): { partes: Centavos[]; sobra: Centavos } {
  const abertos = contas.map(({ abertoCentavos }) => abertoCentavos)
  if (totalCentavos === abertos.reduce((soma, aberto) => soma + aberto, 0)) return { partes: abertos, sobra: 0 }
  const partes = contas.map(() => 0)
  let sobra = totalCentavos
  const daMaisAntiga = contas
    .map((conta, i) => ({ ...conta, i }))
    .sort((a, b) => a.vencimento.localeCompare(b.vencimento))
  for (const { i, devidoCentavos } of daMaisAntiga) {
    partes[i] = Math.min(sobra, devidoCentavos)
    sobra -= partes[i]
  }
  return { partes, sobra }
}

export interface ContaNomeada {
  numero: string
  parcela: string | null
  origem: string
  /** 44 characters of a note of goods, 50 of a national note of services. */
  chave_nfe?: string | null
  /** How many there are of its note or agreement, where it is known. */
  parcelas?: number | null
  negociacao_id?: number | null
}

/** "NF-e 18.432 · 2/3", "Acordo 214 · 2/4", "4512": an account as people call it. */
export function nomeDaConta(conta: ContaNomeada): string {
  const parcela = parcelaDe(conta)
  return `${notaOuAcordo(conta)}${parcela ? ` · ${parcela}` : ''}`
}

const CHAVE_DE_SERVICO = 50

function notaOuAcordo({ origem, numero, negociacao_id, chave_nfe }: ContaNomeada): string {
  if (origem === 'negociacao' && negociacao_id) return `Acordo ${comPontos(String(negociacao_id))}`
  if (origem !== 'nfe') return numero
  const nota = chave_nfe?.length === CHAVE_DE_SERVICO ? 'NFS-e' : 'NF-e'
  return /^nf/i.test(numero) ? numero : `${nota} ${comPontos(numero)}`
}

const comPontos = (numero: string) => (/^[1-9]\d*$/.test(numero) ? numero.replace(/\B(?=(\d{3})+$)/g, '.') : numero)

/** The note writes "001"; a person reads "1/3". */
const parcelaDe = ({ parcela, parcelas }: ContaNomeada) =>
  parcela && parcelas && /^\d+$/.test(parcela) ? `${Number(parcela)}/${parcelas}` : parcela

/** "NF-e 18.432 · 2/3", "nota 18432", "18.432/2", "Acordo 214 · 1/4": an account, in the words of screens, messages and customers. */
const DITA =
  /^(?:(nfs?-?e?|nota(?: fiscal)?|acordo) *(?:n?[º°.] *)?)?(\d{1,3}(?:\.\d{3}){1,4}|\d{1,15})(?: *[·/] *0*(\d+|entrada)(?:\/\d+)?| +0*(\d+)\/\d+)?$/i

/** What `nomeDaConta` says, read back; null for what is no such name. */
export function lerNomeDaConta(texto: string): { deAcordo: boolean; numero: string; parcela: string | null } | null {
  const [, de, numero, parcela, outra] = DITA.exec(texto) ?? []
  if (!numero) return null
  return {
    deAcordo: de?.toLowerCase() === 'acordo',
    numero: numero.replaceAll('.', ''),
    parcela: parcela ?? outra ?? null,
  }
}
