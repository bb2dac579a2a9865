import { normalizar } from '#domain/texto.ts'

/** The word after an `@` that is being written at the caret: where it begins, and what of it is there. */
export function mencaoEmCurso(texto: string, cursor: number): { de: number; escrito: string } | null {
  const achada = /(?:^|\s)@([\p{L}\d .'-]{0,40})$/u.exec(texto.slice(0, cursor))
  if (!achada) return null
  const escrito = achada[1] ?? ''
  return { de: cursor - escrito.length - 1, escrito }
}

/** Whether what is written after the `@` may become this name; not once it is the whole name, with the space that ends it. */
export const podeSer = (nome: string, escrito: string): boolean =>
  normalizar(nome).startsWith(normalizar(escrito)) && !(/\s$/.test(escrito) && normalizar(nome) === normalizar(escrito))

/** Whom a text names, of those who may be: `@` and the whole name. The longer name is read first. */
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
