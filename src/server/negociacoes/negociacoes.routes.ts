import type { FastifyRequest } from 'fastify'
import { cancelarNegociacao, conferirNegociacao, criarNegociacao, listarNegociacoes } from '#contract/negociacoes.ts'
import { diaDe } from '#domain/data.ts'
import { exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import * as actions from './negociacoes.actions.ts'
import { negociacoesDe, verNegociacao } from './negociacoes.queries.ts'

export const negociacoesRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos
  const autor = (request: FastifyRequest) => autorDe(request, servicos)

  app.route({
    ...criarNegociacao,
    handler: async (request, reply) => {
      const negociacao = await umaVez(servicos, request, async (trx) => {
        const id = await actions.negociar(trx, request.params.id, request.body, autor(request))
        return verNegociacao(trx, id, diaDe(relogio.agora()))
      })
      return reply.status(201).send(negociacao)
    },
  })

  app.route({
    ...conferirNegociacao,
    handler: async ({ params: { id }, body, usuario }) => {
      await exigirVisivel(db, id, usuario.id)
      return { alem: await actions.conferirAcordo(db, id, body, relogio.agora()) }
    },
  })

  app.route({
    ...listarNegociacoes,
    handler: async (request) => {
      await exigirVisivel(db, request.params.id, request.usuario.id)
      return { data: await negociacoesDe(db, request.params.id, diaDe(relogio.agora())) }
    },
  })

  app.route({
    ...cancelarNegociacao,
    handler: async (request) => {
      const { id, negociacao } = request.params
      await actions.cancelarNegociacao(db, id, negociacao, request.body.motivo, autor(request))
      return verNegociacao(db, negociacao, diaDe(relogio.agora()))
    },
  })
}
