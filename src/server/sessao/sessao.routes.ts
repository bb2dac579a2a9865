import { eu, sair } from '#contract/sessao.ts'
import type { Routes } from '#server/http/tipos.ts'
import { encerrarSessao } from './sessao.queries.ts'

export const sessaoRoutes: Routes = async (app, { db }) => {
  app.route({ ...eu, handler: async (request) => ({ user: request.usuario }) })

  app.route({
    ...sair,
    handler: async (request, reply) => {
      await encerrarSessao(db, (request.headers.authorization ?? '').slice('Bearer '.length))
      return reply.status(204).send()
    },
  })
}
