import type { FastifyRequest } from 'fastify'
import * as contrato from '#contract/anotacoes.ts'
import { exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import * as actions from './anotacoes.actions.ts'
import { anotacoesDe, colegasDe, mencoesDe } from './anotacoes.queries.ts'

export const anotacoesRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos
  const autor = (request: FastifyRequest) => autorDe(request, { relogio })

  app.route({
    ...contrato.listarAnotacoes,
    handler: async ({ params, usuario }) => {
      await exigirVisivel(db, params.id, usuario.id)
      return { data: await anotacoesDe(db, params.id) }
    },
  })
  app.route({
    ...contrato.criarAnotacao,
    handler: async (request, reply) => {
      const { params, body } = request
      const escrever = () => umaVez(servicos, request, (trx) => actions.anotar(trx, params.id, body, autor(request)))
      return reply.status(201).send(await escrever())
    },
  })
  app.route({
    ...contrato.mudarAnotacao,
    handler: (request) => {
      const { id, anotacao } = request.params
      return actions.mudarAnotacao(db, id, anotacao, request.body, autor(request))
    },
  })
  app.route({
    ...contrato.apagarAnotacao,
    handler: async (request) => {
      const { id, anotacao } = request.params
      await actions.apagarAnotacao(db, id, anotacao, autor(request))
      return { data: await anotacoesDe(db, id) }
    },
  })
  app.route({
    ...contrato.listarColegas,
    handler: async ({ usuario }) => ({ data: await colegasDe(db, usuario.id) }),
  })
  app.route({ ...contrato.listarMencoes, handler: ({ usuario, query }) => mencoesDe(db, usuario.id, query) })
  app.route({
    ...contrato.verMencoes,
    handler: async ({ usuario, body }) => {
      await actions.marcarVistas(db, usuario.id, body.anotacoes, relogio.agora())
      const { novas } = await mencoesDe(db, usuario.id, { page: 1, per_page: 1 })
      return { novas }
    },
  })
}
