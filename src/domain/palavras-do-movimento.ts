import { ROTULOS_DO_MOVIMENTO, type SituacaoDoMovimento, type TipoDeMovimento, temDono } from './movimento.ts'

export const ROTULOS_DO_TIPO_DE_MOVIMENTO: Record<TipoDeMovimento, string> = {
  credito: 'Crédito',
  devolucao: 'Devolução',
  tarifa: 'Tarifa',
  outro: 'Outro lançamento',
}

/** As people read it: a refund waits for its credit, and what a person gave back may not be proven by the bank yet. */
export const ROTULOS_DA_SITUACAO_DITA = { ...ROTULOS_DO_MOVIMENTO, a_espera: 'À espera', sem_prova: 'Sem prova' }
export type SituacaoDita = keyof typeof ROTULOS_DA_SITUACAO_DITA

/** Null: fees, and what is no customer's, are nobody's work. */
export function situacaoDita(um: {
  tipo: TipoDeMovimento
  situacao: SituacaoDoMovimento
  sem_prova: number
}): SituacaoDita | null {
  if (!temDono(um)) return null
  if (um.tipo === 'devolucao' && um.situacao === 'novo') return 'a_espera'
  return um.situacao === 'devolvido' && um.sem_prova > 0 ? 'sem_prova' : um.situacao
}
