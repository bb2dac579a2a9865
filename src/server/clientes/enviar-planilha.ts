import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { diaDe } from '#domain/data.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Contexto } from './cliente.queries.ts'
import { clientesEmCsv } from './planilha.queries.ts'

/** These customers as a file named after the list and the day. */
export const enviarPlanilha = (
  contexto: Contexto,
  reply: FastifyReply,
  nome: string,
  ids: number[],
  emCsv = clientesEmCsv,
) => enviarCsv(reply, `${nome}-${diaDe(contexto.agora)}.csv`).send(Readable.from(emCsv(contexto, ids)))
