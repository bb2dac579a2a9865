import { listarAcoes, listarLogs } from '#contract/logs.ts'
import type { Routes } from '#server/http/tipos.ts'
import { buscarAcoes, buscarLogs } from './logs.queries.ts'

export const logsRoutes: Routes = async (app, { db }) => {
  app.route({ ...listarLogs, handler: (request) => buscarLogs(db, request.query) })
  app.route({ ...listarAcoes, handler: async () => ({ data: await buscarAcoes(db) }) })
}
