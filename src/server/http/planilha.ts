import type { FastifyReply } from 'fastify'

/** A spreadsheet to be saved under a name. */
export const enviarCsv = (reply: FastifyReply, nome: string) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${nome}"`)
