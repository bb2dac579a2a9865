/** For comparing what people write: no accents, lower case, single spaces. The SQL function `normalizar` agrees on letters. */
export const normalizar = (texto: string): string =>
  texto.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** Control characters and NUL never reach the database or a screen; inner white space becomes one space. */
export const limparTexto = (texto: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  texto.replace(/[\u0000-\u001f\u007f-\u009f\u00a0\ufeff\u200b-\u200f\u2028-\u202e\s]+/g, ' ').trim()

/** A reasonable e-mail, in lower case, or null. The length is that of the standard. */
export function normalizarEmail(texto: string): string | null {
  const email = texto.trim().toLowerCase()
  if (email.length > 254) return null
  return /^[^\s@"(),:;<>[\\\]]+@[^\s@.,;:()<>"]+(?:\.[^\s@.,;:()<>"]+)+$/.test(email) ? email : null
}
