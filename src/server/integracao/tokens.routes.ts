import { criarToken, listarTokens, revogarToken } from '#contract/integracoes.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import * as actions from './tokens.actions.ts'
import { lerTokens } from './tokens.queries.ts'

/** Which programs have a way in: for administrators. */
export const tokensRoutes: Routes = async (app, servicos) => {
  const { db } = servicos
  app.route({ ...listarTokens, handler: async () => ({ data: await lerTokens(db) }) })
  app.route({
    ...criarToken,
    config: { perigosa: true },
    handler: async (request, reply) =>
      reply.status(201).send(await actions.criarToken(db, request.body, autorDe(request, servicos))),
  })
  app.route({
    ...revogarToken,
    config: { perigosa: true },
    handler: async (request, reply) => {
      await actions.revogarToken(db, request.params.id, autorDe(request, servicos))
      return reply.status(204).send()
    },
  })
}
