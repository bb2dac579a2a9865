import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { diaDe } from '#domain/data.ts'
import { enviarCsv, naSuaVez } from '#server/http/planilha.ts'
import type { Contexto } from './cliente.queries.ts'
import { clientesEmCsv } from './planilha.queries.ts'

/** These customers as a file named after the list and the day. */
export const enviarPlanilha = async (
  contexto: Contexto,
  reply: FastifyReply,
  nome: string,
  lerIds: () => Promise<number[]>,
  emCsv = clientesEmCsv,
) => {
  const ids = await naSuaVez(lerIds)
  return enviarCsv(reply, `${nome}-${diaDe(contexto.agora)}.csv`).send(Readable.from(emCsv(contexto, ids)))
}
