import * as contrato from '#contract/integracoes.ts'
import { sinalDe } from '#server/http/desistencia.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import * as actions from './webhooks.actions.ts'
import { lerEntregas, lerWebhooks } from './webhooks.queries.ts'

/** Who is told of what changes: for administrators. */
export const webhooksRoutes: Routes = async (app, servicos) => {
  const { db } = servicos
  app.route({ ...contrato.listarWebhooks, handler: async () => ({ data: await lerWebhooks(db) }) })
  app.route({
    ...contrato.criarWebhook,
    config: { perigosa: true },
    handler: async (request, reply) =>
      reply.status(201).send(await actions.criarWebhook(servicos, request.body, autorDe(request, servicos))),
  })
  app.route({
    ...contrato.removerWebhook,
    config: { perigosa: true },
    handler: async (request, reply) => {
      await actions.removerWebhook(servicos, request.params.id, autorDe(request, servicos))
      return reply.status(204).send()
    },
  })
  app.route({
    ...contrato.testarWebhook,
    config: { perigosa: true },
    handler: ({ params }) => actions.testarWebhook(servicos, params.id),
  })
  app.route({
    ...contrato.listarEntregas,
    handler: ({ params, query }, reply) => lerEntregas({ db, sinal: sinalDe(reply) }, params.id, query),
  })
  app.route({
    ...contrato.repetirEntrega,
    config: { perigosa: true },
    handler: (request) =>
      actions.repetirEntrega(servicos, request.params.id, request.params.entrega, autorDe(request, servicos)),
  })
}
