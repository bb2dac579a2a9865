import { diaValido } from '#domain/data.ts'

/** What a screen keeps in the address, as plain text: its filters, its page and the record that is open. */
export type Filtros = Record<string, string | undefined>

/** Every filter of a list's query, `Fora` apart: one that the address is not read for does not compile. */
export type TodosOsFiltros<Consulta, Fora extends keyof Consulta = never> = Consulta &
  Record<Exclude<keyof Consulta, 'page' | 'per_page' | 'ordenar' | Fora>, unknown>

/** Every filter that `ler` reads from the address, as `undefined`: the change that clears them. */
export const nenhumDe = (ler: (filtros: Filtros) => object): Record<string, undefined> =>
  Object.fromEntries(Object.keys(ler({})).map((nome) => [nome, undefined]))

/** How many of these filters are set. */
export const filtrosEmUso = (semFiltros: object, filtros: Filtros) =>
  Object.keys(semFiltros).filter((nome) => filtros[nome]).length

/** The address may hold anything: one of these, or nothing. */
export const umDe = <T extends string>(valores: readonly T[], texto: string | undefined): T | undefined =>
  valores.find((um) => um === texto)

/** Values to choose from, in the order of their labels. */
export const opcoesDe = <V extends string>(rotulos: Readonly<Record<V, string>>) =>
  (Object.entries(rotulos) as [V, string][]).map(([valor, rotulo]) => ({ valor, rotulo }))

export const opcaoDe = <O extends { valor: string }>(opcoes: readonly O[], texto: string | undefined): O | undefined =>
  opcoes.find(({ valor }) => valor === texto)

export const paginaDe = ({ page }: Filtros) => Math.max(1, Number(page) || 1)

/** A record's id; undefined where none is open. */
export const idDe = (texto: string | undefined) => Number(texto) || undefined

export const numeroDe = (texto: string | undefined) =>
  texto && Number.isFinite(Number(texto)) ? Number(texto) : undefined

export const diaNoEndereco = (texto: string | undefined) => (texto && diaValido(texto) ? texto : undefined)
