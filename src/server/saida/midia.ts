/** A file as it stands in `mensagem.midia`. */
export interface Midia {
  /** At Meta; null: one of ours that is not there yet. */
  id: string | null
  mime: string
  nome: string | null
  /** Its name in our storage; null: one of the customer's that is not here yet. */
  arquivo: string | null
  tamanho?: number | null
  /** What is written under one of ours. */
  legenda?: string | null
  /** When one of ours reached Meta, and for which of our numbers: it lives 30 days there. */
  subidaEm?: string
  numeroId?: string
  /** Why there is no file, in a sentence. */
  erro?: string
  tentativas?: number
  proximaEm?: string
}
