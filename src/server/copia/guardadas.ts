import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DIA_MS } from '#domain/data.ts'

const NOME = /^cobranca-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar(\.cifrado)?(\.parcial)?$/

/** `cobranca-2026-11-24T05-30-00Z.tar`: by name they stand in the order in which they were made. */
export const nomeDaCopia = (agora: Date, cifrada: boolean): string =>
  `cobranca-${agora.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar${cifrada ? '.cifrado' : ''}`

/** How many backups are kept whatever their age, and for how many days all are. */
export interface Guarda {
  quantas: number
  dias: number
}

/** Which of these names to delete: neither among the newest nor recent; and a partial file older than a day. */
export function aApagar(nomes: readonly string[], { quantas, dias }: Guarda, agora: Date): string[] {
  const lidas = nomes.flatMap((nome) => {
    const [, dia, h, m, s, , parcial] = NOME.exec(nome) ?? []
    return dia ? [{ nome, parcial: Boolean(parcial), em: Date.parse(`${dia}T${h}:${m}:${s}Z`) }] : []
  })
  const velha = (em: number, depoisDe: number) => agora.getTime() - em > depoisDe * DIA_MS
  const inteiras = lidas.filter(({ parcial }) => !parcial).toSorted((a, b) => b.em - a.em)
  return [
    ...inteiras.slice(quantas).filter(({ em }) => velha(em, dias)),
    ...lidas.filter(({ parcial, em }) => parcial && velha(em, 1)),
  ].map(({ nome }) => nome)
}

/** The newest whole one of a folder, before those that a clock set back since dated more than a day ahead; null when there is none. */
export async function maisNova(pasta: string, agora: Date): Promise<string | null> {
  const nomes = existsSync(pasta) ? await readdir(pasta) : []
  const inteiras = nomes.filter((um) => NOME.test(um) && !um.endsWith('.parcial')).toSorted()
  const amanha = nomeDaCopia(new Date(agora.getTime() + DIA_MS), false)
  const nome = inteiras.findLast((um) => um <= amanha) ?? inteiras.at(-1)
  return nome ? join(pasta, nome) : null
}

/**
 * Deletes from the folder the copies that need not be kept; returns their names. Files with other names are not
 * touched.
 */
export async function apagarAntigas(pasta: string, guarda: Guarda, agora: Date): Promise<string[]> {
  const nomes = aApagar(await readdir(pasta), guarda, agora)
  for (const nome of nomes) await rm(join(pasta, nome), { force: true })
  return nomes
}
