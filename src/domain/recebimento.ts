import { chavePix } from './chave-pix.ts'

/** Which customers are asked, before a first message about a debt, whether the phone is theirs. */
export const CONFIRMAR_PESSOA = ['nunca', 'cpf', 'sempre'] as const
export type ConfirmarPessoa = (typeof CONFIRMAR_PESSOA)[number]

/** Whether the PSP accepts the stored credentials. */
export const SITUACOES_DO_PSP = ['conectado', 'erro'] as const

/** Who receives, as codes say it. */
export interface Recebedor {
  /** As banks keep it. */
  chave: string
  nome: string
  cidade: string
}

/** Null when no code can be made: a key stored before keys were validated, or one without the receiver's name and city. */
export function recebedorDe(escrito: {
  pix: string | null
  nome: string | null
  cidade: string | null
}): Recebedor | null {
  const { pix, nome, cidade } = escrito
  const chave = pix === null ? null : chavePix(pix)
  return chave && nome && cidade ? { chave, nome, cidade } : null
}
