/**
 * CPF and CNPJ, the alphanumeric one included. Kept as text without punctuation, in capitals:
 * eleven digits, or twelve characters of `[0-9A-Z]` and two check digits.
 */

/** What a person, a spreadsheet or a note wrote as a document, or null when it is none. */
export function normalizarDocumento(texto: string): string | null {
  const limpo = texto.toUpperCase().replace(/[^0-9A-Z]/g, '')
  // Any character that is not mask punctuation means that the text is no document.
  if (/[^0-9A-Za-z.\-/\s]/.test(texto.replace(/[\u2010-\u2015\u2212\u00a0]/g, ' '))) return null
  if (/[A-Z]/.test(limpo)) return cnpjValido(limpo) ? limpo : null
  return comZeros(limpo)
}

/** Is it a CPF with right check digits? Exactly eleven digits, no mask. */
export function cpfValido(cpf: string): boolean {
  if (!/^\d{11}$/.test(cpf) || /^(\d)\1{10}$/.test(cpf)) return false
  return digitoCpf(cpf, 9) === valor(cpf, 9) && digitoCpf(cpf, 10) === valor(cpf, 10)
}

/** Is it a CNPJ, numeric or alphanumeric, with right check digits? Exactly fourteen characters, no mask, in capitals. */
export function cnpjValido(cnpj: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(cnpj) || /^(.)\1{13}$/.test(cnpj)) return false
  return digitoCnpj(cnpj, 12) === valor(cnpj, 12) && digitoCnpj(cnpj, 13) === valor(cnpj, 13)
}

/** A CPF or a CNPJ, without mask, with right check digits. */
export const documentoValido = (documento: string): boolean => cpfValido(documento) || cnpjValido(documento)

/** Two establishments of one company: their CNPJs begin with the same eight characters. */
export const mesmaEmpresa = (umDocumento: string, outro: string): boolean =>
  umDocumento.length === 14 && outro.length === 14 && umDocumento.slice(0, 8) === outro.slice(0, 8)

/** Why a text is no document, as a sentence that helps to mend it. */
export function explicarDocumento(texto: string): string {
  const limpo = texto.toUpperCase().replace(/[^0-9A-Z]/g, '')
  if (/^\d[\d.,]*E\+?\d+$/i.test(texto.trim()))
    return 'Notação científica: a planilha perdeu dígitos. Formate a coluna como texto e exporte de novo.'
  if (/^(\d)\1{10}$/.test(limpo)) return 'CPF com todos os dígitos iguais.'
  if (/^\d{11}$/.test(limpo)) return `O CPF não confere: os dois últimos dígitos seriam ${digitosCpf(limpo)}.`
  if (/^[0-9A-Z]{12}\d{2}$/.test(limpo))
    return `O CNPJ não confere: os dois últimos dígitos seriam ${digitosCnpj(limpo)}.`
  if (/^\d{9,10}$/.test(limpo))
    return `CPF com ${limpo.length} dígitos: falta um zero no começo, ou há um dígito errado.`
  if (/^\d{12,13}$/.test(limpo))
    return `CNPJ com ${limpo.length} dígitos: falta um zero no começo, ou há um dígito errado.`
  return 'Não é um CPF (11 dígitos) nem um CNPJ (14 caracteres).'
}

/** Spreadsheets eat leading zeros: 9 and 10 digits are a CPF, 12 and 13 a CNPJ, when the check digits agree. */
function comZeros(digitos: string): string | null {
  if (digitos.length >= 9 && digitos.length <= 11) {
    const cpf = digitos.padStart(11, '0')
    return cpfValido(cpf) ? cpf : null
  }
  if (digitos.length < 12) return null
  const cnpj = digitos.padStart(14, '0')
  return cnpjValido(cnpj) ? cnpj : null
}

function digitosCpf(cpf: string): string {
  const primeiro = digitoCpf(cpf, 9)
  return `${primeiro}${digitoCpf(`${cpf.slice(0, 9)}${primeiro}`, 10)}`
}

function digitosCnpj(cnpj: string): string {
  const primeiro = digitoCnpj(cnpj, 12)
  return `${primeiro}${digitoCnpj(`${cnpj.slice(0, 12)}${primeiro}`, 13)}`
}

/** The value of a character is its ASCII code less 48, so 0–9 are themselves and A is 17. */
const valor = (texto: string, posicao: number): number => texto.charCodeAt(posicao) - 48

function digitoCpf(cpf: string, tamanho: number): number {
  let soma = 0
  for (let i = 0; i < tamanho; i++) soma += valor(cpf, i) * (tamanho + 1 - i)
  return ((soma * 10) % 11) % 10
}

function digitoCnpj(cnpj: string, tamanho: number): number {
  let soma = 0
  for (let i = 0; i < tamanho; i++) soma += valor(cnpj, i) * (((tamanho - 1 - i) % 8) + 2)
  const resto = soma % 11
  return resto < 2 ? 0 : 11 - resto
}
