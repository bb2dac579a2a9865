import { PALAVRA_DO_BOTAO } from './partes.ts'

const RETORNO = /^([\s\S]*) #([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** What the tap of an answer brings back: its words, and the reference (a UUID) of the message that they stood under. */
export const retornoDaMensagem = (texto: string, referencia: string): string =>
  texto === PALAVRA_DO_BOTAO ? texto : `${texto} #${referencia}`

/** The same, read; no reference in what was sent without one. */
export function lerRetorno(retorno: string): { texto: string; referencia: string | null } {
  const [, texto = retorno, referencia = null] = RETORNO.exec(retorno) ?? []
  return { texto, referencia }
}
