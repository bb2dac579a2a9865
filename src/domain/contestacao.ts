import type { Situacao } from './conta.ts'
import type { Dia } from './data.ts'

export const STATUS_CONTESTACAO = ['aberta', 'em_analise', 'procedente', 'improcedente', 'desistencia'] as const
export type StatusContestacao = (typeof STATUS_CONTESTACAO)[number]
/** Nobody has answered yet: its accounts are left in peace. */
export const CONTESTACAO_EM_ABERTO = ['aberta', 'em_analise'] as const satisfies StatusContestacao[]
/** How a person may answer one. */
export const RESPOSTAS_DA_CONTESTACAO = ['em_analise', 'procedente', 'improcedente', 'desistencia'] as const

export const MOTIVOS_DA_CONTESTACAO = ['ja_paguei', 'nao_reconheco', 'valor', 'entrega', 'nota', 'outro'] as const
export type MotivoDaContestacao = (typeof MOTIVOS_DA_CONTESTACAO)[number]

export const ORIGENS_DA_CONTESTACAO = ['operador', 'pagina'] as const
export type OrigemDaContestacao = (typeof ORIGENS_DA_CONTESTACAO)[number]

export const ROTULOS_DO_MOTIVO: Record<MotivoDaContestacao, string> = {
  ja_paguei: 'Diz que já pagou',
  nao_reconheco: 'Não reconhece a dívida',
  valor: 'Discorda do valor',
  entrega: 'Não recebeu, ou devolveu',
  nota: 'Erro na nota',
  outro: 'Outro motivo',
}
/** The same as the customer says it, on their own page. */
export const MOTIVOS_DITOS_PELO_CLIENTE: Record<MotivoDaContestacao, string> = {
  ja_paguei: 'Já paguei',
  nao_reconheco: 'Não reconheço esta dívida',
  valor: 'Não concordo com o valor',
  entrega: 'Não recebi, ou devolvi',
  nota: 'A nota tem um erro',
  outro: 'Outro motivo',
}
export const ROTULOS_DA_CONTESTACAO: Record<StatusContestacao, string> = {
  aberta: 'Aberta',
  em_analise: 'Em análise',
  procedente: 'Procedente',
  improcedente: 'Improcedente',
  desistencia: 'Desistência',
}

export const estaEmAberto = (status: StatusContestacao): boolean =>
  (CONTESTACAO_EM_ABERTO as readonly StatusContestacao[]).includes(status)

/** "2026-000123", the number that people quote. */
export const numeroDaContestacao = (id: number, criadaEm: Dia): string =>
  `${criadaEm.slice(0, 4)}-${String(id).padStart(6, '0')}`

/** What such a number says; null for any other text. */
export function lerNumeroDaContestacao(texto: string): { ano: number; id: number } | null {
  const [, ano, id] = /^(20\d{2})-(\d{6,12})$/.exec(texto.trim()) ?? []
  return id === undefined ? null : { ano: Number(ano), id: Number(id) }
}

/**
 * How a dispute ends by itself once none of its accounts is open: paying what was disputed withdraws it, unless the
 * customer's claim was to have paid; otherwise the customer was right. Null while an account is open.
 */
export function fimDaContestacao(
  motivo: MotivoDaContestacao,
  contas: readonly Situacao[],
): 'procedente' | 'desistencia' | null {
  if (contas.includes('aberta')) return null
  return contas.includes('paga') && motivo !== 'ja_paguei' ? 'desistencia' : 'procedente'
}
