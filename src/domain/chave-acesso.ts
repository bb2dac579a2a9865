/** The 44 characters that identify an NF-e; letters may stand in the issuer's CNPJ only. */
const CHAVE = /^\d{6}[0-9A-Z]{12}\d{26}$/

/** By its form alone: `digitoConfere` looks at the check digit. */
export const chaveBemFormada = (chave: string): boolean => CHAVE.test(chave)

/** The check digit that the first 43 characters ask for: modulus 11, a character being worth its ASCII code less 48. */
export function digitoDaChave(chave: string): number {
  let soma = 0
  for (let i = 0; i < 43; i++) soma += (chave.charCodeAt(42 - i) - 48) * ((i % 8) + 2)
  const resto = soma % 11
  return resto < 2 ? 0 : 11 - resto
}

/** Of a well-formed key: does its last character, of 44, agree with the others? */
export const digitoConfere = (chave: string): boolean => digitoDaChave(chave) === Number(chave[43])

export interface PartesDaChave {
  uf: string
  anoMes: string
  emitente: string
  modelo: string
  serie: string
  numero: string
  tipoEmissao: string
  codigo: string
  digito: string
}

/** What the key says of its note, padded with zeros as it stands there. */
export const partesDaChave = (chave: string): PartesDaChave => ({
  uf: chave.slice(0, 2),
  anoMes: chave.slice(2, 6),
  emitente: chave.slice(6, 20),
  modelo: chave.slice(20, 22),
  serie: chave.slice(22, 25),
  numero: chave.slice(25, 34),
  tipoEmissao: chave.slice(34, 35),
  codigo: chave.slice(35, 43),
  digito: chave.slice(43),
})
