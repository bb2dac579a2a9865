/**
 * More accents on one letter than any script writes (UAX #15, stream-safe text) go before a text is composed or taken apart, which
 * takes the square of their number in time: minutes for a megabyte of them.
 */
export const semAcentosDemais = (texto: string): string => texto.replace(/(?<!\p{M})(\p{M}{30})\p{M}+/gu, '$1')

/** For comparing what people write: no accents, lower case, single spaces. The SQL function `normalizar` agrees on letters. */
export const normalizar = (texto: string): string =>
  semAcentosDemais(texto).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

const INVISIVEIS = /[\p{Cc}\u00a0\ufeff\u200b-\u200f\u2028-\u202e\u2800\u3164\s]+/gu
/** Inside words: a hyphen that may be, a joiner, a direction. */
const DENTRO_DE_PALAVRAS = /[\u00ad\u2060-\u2069]/g

/**
 * Control characters never reach the database or a screen; inner white space becomes one space; accents are composed
 * (NFC), as in searches.
 */
export const limparTexto = (texto: string): string =>
  semAcentosDemais(texto.toWellFormed())
    .normalize('NFC')
    .replace(DENTRO_DE_PALAVRAS, '')
    .replace(INVISIVEIS, ' ')
    .trim()

/** What shows nothing by itself: white space, controls, and what only joins or directs (zero width), the blanks of other scripts too. */
const NADA_VISIVEL = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Only to tell whether something was written: emoji are joined by what it takes out. */
export const semInvisiveis = (texto: string): string => texto.replace(NADA_VISIVEL, '')

/** At most so many characters, never half of a surrogate pair (PostgreSQL holds none). */
export const cortar = (texto: string, tamanho: number): string =>
  texto.length > tamanho
    ? texto
        .slice(0, tamanho)
        .toWellFormed()
        .replace(/\ufffd$/, '')
    : texto

/** A reasonable e-mail, in lower case, or null. The length is that of the standard. */
export function normalizarEmail(texto: string): string | null {
  const email = texto.trim().toLowerCase()
  if (email.length > 254) return null
  return /^[^\s@"(),:;<>[\\\]]+@[^\s@.,;:()<>"]+(?:\.[^\s@.,;:()<>"]+)+$/.test(email) ? email : null
}
