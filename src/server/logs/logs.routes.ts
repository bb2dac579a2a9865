import { Readable } from 'node:stream'
import { exportarLogs, listarAcoes, listarLogs, verSelos } from '#contract/logs.ts'
import { diaDe } from '#domain/data.ts'
import { sinalDe } from '#server/http/desistencia.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Routes } from '#server/http/tipos.ts'
import { buscarAcoes } from './busca.queries.ts'
import { verSituacaoDosSelos } from './conferir-selos.queries.ts'
import { buscarLogs } from './pagina.queries.ts'
import { logsEmCsv } from './planilha.queries.ts'

export const logsRoutes: Routes = async (app, { db, relogio }) => {
  app.route({ ...listarLogs, handler: ({ query }, reply) => buscarLogs({ db, sinal: sinalDe(reply) }, query) })
  app.route({
    ...exportarLogs,
    handler: ({ query }, reply) =>
      enviarCsv(reply, `logs-${diaDe(relogio.agora())}.csv`).send(Readable.from(logsEmCsv(db, query))),
  })
  app.route({ ...verSelos, handler: () => verSituacaoDosSelos(db) })
  app.route({ ...listarAcoes, handler: async () => ({ data: await buscarAcoes(db) }) })
}
