import type { FastifyRequest } from 'fastify'
import * as fator from '#contract/segundo-fator.ts'
import { confirmarSenha, encerrarSessao, listarSessoes, trocarSenha } from '#contract/sessao.ts'
import type { Routes } from '#server/http/tipos.ts'
import * as segundoFator from './segundo-fator.actions.ts'
import { verSegundoFator } from './segundo-fator.queries.ts'
import * as senha from './senha.actions.ts'
import { encerrarUma } from './sessao.actions.ts'
import { listarSessoes as listar } from './sessao.queries.ts'

const quem = ({ usuario, sessaoId, ip }: FastifyRequest): senha.QuemEntrou => ({ usuario, sessaoId, ip })

/** What everybody does with their own account: password, second factor, sessions. */
export const minhaContaRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos

  app.route({
    ...trocarSenha,
    handler: async (request, reply) => {
      await senha.trocarSenha(servicos, quem(request), request.body)
      return reply.status(204).send()
    },
  })

  app.route({
    ...confirmarSenha,
    handler: async (request, reply) => {
      await senha.confirmarSenha(servicos, quem(request), request.body.password)
      return reply.status(204).send()
    },
  })

  app.route({
    ...listarSessoes,
    handler: async ({ usuario, sessaoId }) => ({ data: await listar(db, usuario, sessaoId, relogio.agora()) }),
  })

  app.route({
    ...encerrarSessao,
    handler: async (request, reply) => {
      await encerrarUma(servicos, quem(request), request.params.id)
      return reply.status(204).send()
    },
  })

  app.route({ ...fator.verSegundoFator, handler: ({ usuario }) => verSegundoFator(db, usuario.id) })

  app.route({
    ...fator.iniciarSegundoFator,
    config: { perigosa: true },
    handler: async (request, reply) =>
      reply.status(201).send(await segundoFator.iniciarSegundoFator(servicos, quem(request))),
  })

  app.route({
    ...fator.confirmarSegundoFator,
    config: { perigosa: true },
    handler: async (request) => ({
      codigos: await segundoFator.confirmarSegundoFator(servicos, quem(request), request.body.codigo),
    }),
  })

  app.route({
    ...fator.desativarSegundoFator, // it brings the password itself
    handler: async (request, reply) => {
      await segundoFator.desativarSegundoFator(servicos, quem(request), request.body)
      return reply.status(204).send()
    },
  })
}
