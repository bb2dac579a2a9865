/** What stands for a text of whoever was made anonymous. */
export const APAGADO = '[apagado a pedido do titular]'

/** What is known of a person, by which texts that others wrote about them are recognised. */
export interface Titular {
  nome: string
  documento: string | null
  telefone: string | null
  email: string | null
  codigoExterno: string | null
}

const ESPECIAIS = /[.*+?^${}()|[\]\\]/g
const literal = (texto: string) => texto.replace(ESPECIAIS, '\\$&')
/** Digits and letters as people write them: with dots, dashes, bars or spaces between. */
const ENTRE = '[^0-9A-Za-z]{0,2}'
const espacado = (texto: string) => [...texto].map(literal).join(ENTRE)

/** Short codes are other people's numbers too. */
const MENOR_CODIGO = 5

/**
 * Regular expressions, for JavaScript and PostgreSQL alike, that find the person's name, document, telephone, e-mail or code in
 * a text; none when nothing is known. Case is for the caller to ignore. PostgreSQL tries several (`any`) in half the time that
 * one of all their alternatives takes.
 */
export function padroesDoTitular({ nome, documento, telefone, email, codigoExterno }: Titular): string[] {
  const [, ddd, resto] = /^\+?(?:55)?(\d\d)9?(\d{8})$/.exec(telefone ?? '') ?? []
  return [
    nome.trim().split(/\s+/).map(literal).join('\\s+'),
    documento && espacado(documento),
    ddd && resto && `${espacado(ddd)}${ENTRE}(?:9${ENTRE})?${espacado(resto)}`,
    email && literal(email),
    codigoExterno && codigoExterno.length >= MENOR_CODIGO && literal(codigoExterno),
  ].filter((parte): parte is string => Boolean(parte))
}

/** All of them in one, for a text at hand; null when nothing is known. */
export function padraoDoTitular(titular: Titular): string | null {
  const padroes = padroesDoTitular(titular)
  return padroes.length === 0 ? null : padroes.join('|')
}

/** A number of an account as notes, books and banks write them: figures, and a known word or a letter or two before. */
const NUMERO_COMUM =
  /^(?:(?:nf-?s?-?e?|fat|fatura|dup|duplicata|bol|boleto|tit|titulo|ctr|contrato|ped|pedido|doc|os|n[ºo°.]?|[a-z]{1,2})[\s.\-/#:ºª°]*)?\d[\d\s.\-/]*[a-z]?$/i

/** May an account keep its number when its customer is made anonymous? Not one that holds words, or the person's own numbers. */
export function numeroNaoEDePessoa(numero: string, titular: Titular): boolean {
  if (!NUMERO_COMUM.test(numero.trim())) return false
  const padrao = padraoDoTitular(titular)
  return padrao === null || !new RegExp(padrao, 'i').test(numero)
}
