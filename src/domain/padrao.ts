/**
 * Patterns of what people say, written as the words themselves:
 * `(a|b)` one of these · `[a|b]` perhaps one of these · `…` up to three words · `pag*` any ending · `#` a number ·
 * `{nome}` what is called so in the table of parts · `^` and `$` the piece's beginning and end.
 */
export type Padrao = string

/** What is said, and what takes it back wherever it stands in the same piece of a message. */
export interface Fala {
  diz: readonly Padrao[]
  menos?: readonly Padrao[]
}

/** The words of a pattern as a regular expression over plain words with single spaces. */
export function compilar(padroes: readonly Padrao[], partes: Record<string, string> = {}): RegExp {
  return new RegExp(`(?<=^| )(?:${padroes.map((padrao) => fonte(padrao, partes)).join('|')})(?= |$)`, 'g')
}

const fonte = (padrao: Padrao, partes: Record<string, string>): string =>
  padrao
    .replaceAll('*', '\\w*')
    .replaceAll('#', '\\d+')
    .replaceAll(/\[([^\]]*)\] /g, '(?:(?:$1) )?')
    .replaceAll('… ', '(?:\\S+ ){0,3}')
    .replaceAll('(', '(?:')
    .replaceAll('(?:?:', '(?:')
    .replaceAll(/\{(\w+)\}/g, (_, nome: string) => `(?:${partes[nome] ?? nome})`)
