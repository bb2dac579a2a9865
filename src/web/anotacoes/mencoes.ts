import { normalizar } from '#domain/texto.ts'

/** The mention being typed at the caret: where its `@` is, and what follows it so far. */
export function mencaoEmCurso(texto: string, cursor: number): { de: number; escrito: string } | null {
  const achada = /(?:^|\s)@([\p{L}\d .'-]{0,40})$/u.exec(texto.slice(0, cursor))
  if (!achada) return null
  const escrito = achada[1] ?? ''
  return { de: cursor - escrito.length - 1, escrito }
}

/** Whether what follows the `@` may still become this name; not once it is the whole name and a space. */
export const podeSer = (nome: string, escrito: string): boolean =>
  normalizar(nome).startsWith(normalizar(escrito)) && !(/\s$/.test(escrito) && normalizar(nome) === normalizar(escrito))

/** The people whom a text mentions, by `@` and the whole name; longer names are matched first. */
export function mencionadosEm<P extends { name: string }>(texto: string, pessoas: readonly P[]): P[] {
  let resto = texto
  return pessoas
    .toSorted((a, b) => b.name.length - a.name.length)
    .filter(({ name }) => {
      if (!resto.includes(`@${name}`)) return false
      resto = resto.replaceAll(`@${name}`, ' ')
      return true
    })
}

/** Splits the text at each mention. */
export function emPartes(texto: string, pessoas: readonly { name: string }[]): { texto: string; mencao: boolean }[] {
  if (pessoas.length === 0) return [{ texto, mencao: false }]
  const nomes = pessoas
    .map(({ name }) => name)
    .toSorted((a, b) => b.length - a.length)
    .map((nome) => nome.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const partes = texto.split(new RegExp(`(@(?:${nomes.join('|')}))`))
  return partes.map((parte, i) => ({ texto: parte, mencao: i % 2 === 1 })).filter((parte) => parte.texto !== '')
}
