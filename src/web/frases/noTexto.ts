import { VARIAVEL } from '#domain/variavel.ts'

/** The shortcut being typed at the caret: where its `/` is, and what follows it so far. */
export function atalhoEmCurso(texto: string, cursor: number): { de: number; escrito: string } | null {
  const achado = /(?:^|\s)\/([a-z0-9_-]{0,30})$/i.exec(texto.slice(0, cursor))
  const escrito = achado?.[1]
  return escrito === undefined ? null : { de: cursor - escrito.length - 1, escrito: escrito.toLowerCase() }
}

/** The first variable still to be filled, and where; `{{link}}` is filled by the server as the message leaves. */
export function faltaPreencher(texto: string): { marca: string; de: number; ate: number } | null {
  const achada = [...texto.matchAll(VARIAVEL)].find(([, nome]) => nome !== 'link')
  return achada ? { marca: achada[0], de: achada.index, ate: achada.index + achada[0].length } : null
}

/** Nothing but a shortcut that became no phrase: mistyped, or sent before the list came. */
export const soAtalho = (texto: string): boolean => /^\s*\/[a-z0-9_-]{0,30}\s*$/i.test(texto)
