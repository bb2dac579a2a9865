import { documentoValido, explicarDocumento } from './documento.ts'
import { ehCelular, normalizarTelefone } from './telefone.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const EMAIL_MAXIMO = 77

/** Strips the label that people write before a key: "CNPJ 14.206.377/0001-06". */
export const semRotulo = (pix: string) =>
  pix.trim().replace(/^(cpf|cnpj|celular|telefone|e-?mail|chave( pix| aleat[óo]ria)?)(\s*:\s*|\s+)/i, '')

/**
 * The Pix key in what a person wrote, as banks keep it, or null when it is none: a CPF or CNPJ without its mask, `+55` and
 * a mobile phone, an e-mail, or the UUID of a random key (Banco Central, manual of the DICT).
 */
export function chavePix(texto: string): string | null {
  const chave = semRotulo(texto)
  if (UUID.test(chave)) return chave.toLowerCase()
  if (EMAIL.test(chave)) return chave.length <= EMAIL_MAXIMO ? chave.toLowerCase() : null
  if (chave.startsWith('+')) return celular(chave)
  const documento = chave.toUpperCase().replace(/[.\-/\s]/g, '')
  return documentoValido(documento) ? documento : null
}

/** What is wrong with it, and how to write it, as a sentence; null when it is a key. */
export function problemaDaChavePix(texto: string): string | null {
  if (chavePix(texto) !== null) return null
  const chave = semRotulo(texto)
  const telefone = normalizarTelefone(chave)
  if (telefone && ehCelular(telefone)) return `Se a chave é um celular, escreva com o +55: ${telefone}.`
  if (/^(\d{11}|[0-9A-Z]{12}\d{2})$/.test(chave.toUpperCase().replace(/[.\-/\s]/g, ''))) return explicarDocumento(chave)
  return 'Isto não é uma chave Pix. Use um CPF, um CNPJ, +55 com o DDD e o celular, um e-mail ou a chave aleatória.'
}

/** A mobile phone written in full: no digit is added to a key, not even the ninth. */
function celular(escrito: string): string | null {
  const numero = `+${escrito.replace(/\D/g, '')}`
  return ehCelular(numero) && normalizarTelefone(escrito) === numero ? numero : null
}
