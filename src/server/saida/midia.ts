/** A file as it stands in `mensagem.midia`. */
export interface Midia {
  /** At Meta; null: one of ours that is not there yet. */
  id: string | null
  mime: string
  nome: string | null
  /** Its name in our storage; null: a customer's file, not downloaded yet. */
  arquivo: string | null
  tamanho?: number | null
  /** What is written under one of ours. */
  legenda?: string | null
  /** When our file was uploaded to Meta, and for which of our numbers: it is kept there for 30 days. */
  subidaEm?: string
  numeroId?: string
  /** Why there is no file, in a sentence. */
  erro?: string
  tentativas?: number
  /** The last try failed here, and not at Meta. */
  semLugar?: boolean
  proximaEm?: string
}

/** Versions before did not wait for the disk: a power cut may have left a file empty, or a part of it. */
export const estaInteiro = ({ tamanho }: Pick<Midia, 'tamanho'>, guardado: number): boolean =>
  tamanho == null || tamanho === guardado
