import type { FastifyReply } from 'fastify'
import { BOM, linhaCsv } from '#domain/csv.ts'
import { diaDe, formatarDia } from '#domain/data.ts'
import { criarVagas } from '#server/jobs/vagas.ts'

/** A spreadsheet to be saved under a name. */
export const enviarCsv = (reply: FastifyReply, nome: string) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${nome}"`)

/** What each column is called, and how a record tells it. */
export type Colunas<T> = Record<string, (um: T) => string>

/** An amount of the wire as a cell: 1234.5 → "1234,50". */
export const reaisNaCelula = (reais: number): string => reais.toFixed(2).replace('.', ',')

/** The day of an instant as a cell, empty where there is none. */
export const diaNaCelula = (instante: string | null): string => (instante ? formatarDia(diaDe(instante)) : '')

/** A search for a spreadsheet may take a minute: so many at a time, whoever asks, hold a connection that others work on. */
export const { naSuaVez } = criarVagas(2)

/** The next portion is read in its turn; while it is being sent the others have theirs. */
async function* emTurnos<T>(porcoes: AsyncIterable<T[]>): AsyncGenerator<T[]> {
  const leitura = porcoes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await naSuaVez(() => leitura.next())
      if (done) return
      yield value
    }
  } finally {
    await leitura.return?.() // whoever was reading left
  }
}

/** Records that come some at a time, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export async function* emCsv<T>(
  colunas: Colunas<T>,
  porcoes: AsyncIterable<T[]> | Iterable<T[]>,
): AsyncGenerator<string> {
  const celulas = Object.values(colunas)
  // With the first records: until then what fails can still be answered as an error.
  let comeco = BOM + linhaCsv(Object.keys(colunas))
  for await (const porcao of Symbol.asyncIterator in porcoes ? emTurnos(porcoes) : porcoes) {
    yield comeco + porcao.map((um) => linhaCsv(celulas.map((ler) => ler(um)))).join('')
    comeco = ''
  }
  if (comeco) yield comeco
}
