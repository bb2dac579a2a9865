import type { Centavos } from './dinheiro.ts'

/**
 * The two kinds of button by which WhatsApp hands over a Pix code: one that stands beside others in an ordinary template, which
 * not every account has yet, and one that stands alone in a template of its own kind.
 */
export const FORMAS_DO_BOTAO = ['payment_request', 'order_details'] as const
export type FormaDoBotao = (typeof FORMAS_DO_BOTAO)[number]

/** What the phone writes on it; WhatsApp translates the first by itself. */
export const TEXTO_DO_BOTAO: Record<FormaDoBotao, string> = {
  payment_request: 'Copy Pix code',
  order_details: 'Copiar código Pix',
}

/** The kinds that a template may be submitted with, the better first: `outros` is how many buttons it has already. */
export const formasPossiveis = (outros: number): readonly FormaDoBotao[] =>
  outros === 0 ? FORMAS_DO_BOTAO : ['payment_request']

/** What a button carries of one message. */
export interface CobrancaDoBotao {
  codigo: string
  valorCentavos: Centavos
  /** Unique to each send attempt: Meta accepts a reference once. Letters, digits and `-`, up to 60. */
  referencia: string
  descricao: string
  recebedor: { chave: string; nome: string }
}

/** The kind of a Pix key, in Meta's words. */
export function tipoDaChave(chave: string): 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'EVP' {
  if (chave.includes('@')) return 'EMAIL'
  if (chave.startsWith('+')) return 'PHONE'
  if (chave.length === 36) return 'EVP'
  return chave.length === 11 ? 'CPF' : 'CNPJ'
}
