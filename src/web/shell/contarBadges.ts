import { MUITAS_TENTATIVAS } from '#domain/tentativas.ts'

/** What a list may come as: in a `data` field, with its totals, or as the body itself. */
type ListaSolta = unknown[] | { data?: unknown[]; total?: number; com_falhas?: number }
export interface Badges {
  aguardando: number
  falhas: number
  /** Admin: changes that imports would make, waiting for a decision. */
  alteracoes: number
  /** Admin: agreements beyond the policy, waiting for approval. */
  aprovacoes: number
}
export const SEM_BADGES: Badges = { aguardando: 0, falhas: 0, alteracoes: 0, aprovacoes: 0 }

/** The two counts of an operator's menu, from their two lists. */
export function contarBadges(aguardando: ListaSolta, ativos: ListaSolta): Badges {
  return { ...SEM_BADGES, aguardando: tamanho(aguardando), falhas: comFalhas(ativos) }
}

const itens = (lista: ListaSolta) => (Array.isArray(lista) ? lista : (lista.data ?? []))
const tamanho = (lista: ListaSolta) => (Array.isArray(lista) ? lista.length : (lista.total ?? itens(lista).length))

function comFalhas(lista: ListaSolta): number {
  if (!Array.isArray(lista) && typeof lista.com_falhas === 'number') return lista.com_falhas
  return itens(lista).filter(
    (item) => Number((item as { numero_chamadas?: number }).numero_chamadas) >= MUITAS_TENTATIVAS,
  ).length
}
