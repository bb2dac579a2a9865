import type { Trx } from '#server/db/schema.ts'
import type { Capa } from './dossie.queries.ts'
import { correnteDe, mensagensDe, registrosDe, resumosDe, selosDe } from './partes.queries.ts'

/** The dossier as one JSON object, an item a line; never more of it in memory than is read at a time. */
export async function* dossieEmJson(trx: Trx, capa: Capa): AsyncGenerator<string> {
  const { id } = capa.cliente
  yield `${JSON.stringify(capa, null, 1).slice(0, -2)},\n`
  yield* lista('mensagens', mensagensDe(trx, id))
  yield* lista('registros', registrosDe(trx, id))
  yield* lista('selos', selosDe(trx, id))
  const corrente = await correnteDe(trx, id)
  if (!corrente)
    return yield ` "corrente": { "de": 1, "ate": 0, "anterior": "${ZEROS}", "hash": "${ZEROS}", "resumos": [] }\n}\n`
  yield ` "corrente": ${JSON.stringify(corrente).slice(0, -1)},\n`
  yield* itens('resumos', resumosDe(trx, corrente))
  yield '\n }\n}\n'
}

const ZEROS = '0'.repeat(64)

async function* lista(nome: string, porcoes: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  yield* itens(nome, porcoes)
  yield ',\n'
}

async function* itens(nome: string, porcoes: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  yield ` ${JSON.stringify(nome)}: [`
  let antes = '\n  '
  for await (const porcao of porcoes) {
    yield antes + porcao.map((item) => JSON.stringify(item)).join(',\n  ')
    antes = ',\n  '
  }
  yield ']'
}
