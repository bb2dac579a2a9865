import type { FastifyRequest } from 'fastify'
import * as contrato from '#contract/frases.ts'
import { diaDe } from '#domain/data.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { apagarFrase, criarFrase, mudarFrase } from './frases.actions.ts'
import { frasesDe, frasesParaCliente } from './frases.queries.ts'

export const frasesRoutes: Routes = async (app, { db, relogio }) => {
  const autor = (request: FastifyRequest) => autorDe(request, { relogio })

  app.route({
    ...contrato.frasesDoCliente,
    handler: ({ params, usuario }) => frasesParaCliente(db, params.id, usuario, diaDe(relogio.agora())),
  })

  app.route({
    ...contrato.listarMinhasFrases,
    handler: async ({ usuario }) => ({ data: await frasesDe(db, [usuario.id]) }),
  })
  app.route({
    ...contrato.criarMinhaFrase,
    handler: async (request, reply) =>
      reply.status(201).send(await criarFrase(db, request.usuario.id, request.body, autor(request))),
  })
  app.route({
    ...contrato.mudarMinhaFrase,
    handler: (request) => mudarFrase(db, request.usuario.id, request.params.id, request.body, autor(request)),
  })
  app.route({
    ...contrato.apagarMinhaFrase,
    handler: async (request) => {
      await apagarFrase(db, request.usuario.id, request.params.id, autor(request))
      return { data: await frasesDe(db, [request.usuario.id]) }
    },
  })

  app.route({ ...contrato.listarFrasesDaEmpresa, handler: async () => ({ data: await frasesDe(db, [null]) }) })
  app.route({
    ...contrato.criarFraseDaEmpresa,
    handler: async (request, reply) => reply.status(201).send(await criarFrase(db, null, request.body, autor(request))),
  })
  app.route({
    ...contrato.mudarFraseDaEmpresa,
    handler: (request) => mudarFrase(db, null, request.params.id, request.body, autor(request)),
  })
  app.route({
    ...contrato.apagarFraseDaEmpresa,
    handler: async (request) => {
      await apagarFrase(db, null, request.params.id, autor(request))
      return { data: await frasesDe(db, [null]) }
    },
  })
}
