import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contrato from '#contract/promessas.ts'
import { diaDe } from '#domain/data.ts'
import { exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { promessasEmCsv } from './planilha.queries.ts'
import * as actions from './promessas.actions.ts'
import { listar, promessasDe, verPromessa } from './promessas.queries.ts'

export const promessasRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos
  const autor = (request: FastifyRequest) => autorDe(request, servicos)
  const planilha = (reply: FastifyReply, ...busca: Parameters<typeof promessasEmCsv>) =>
    enviarCsv(reply, `promessas-${diaDe(relogio.agora())}.csv`).send(Readable.from(promessasEmCsv(...busca)))

  app.route({
    ...contrato.criarPromessa,
    handler: async (request, reply) => {
      const promessa = await umaVez(servicos, request, async (trx) =>
        verPromessa(trx, await actions.prometer(trx, request.params.id, request.body, autor(request))),
      )
      return reply.status(201).send(promessa)
    },
  })
  app.route({
    ...contrato.listarPromessasDoCliente,
    handler: async ({ params, usuario }) => {
      await exigirVisivel(db, params.id, usuario.id)
      return { data: await promessasDe(db, params.id) }
    },
  })
  app.route({
    ...contrato.cancelarPromessa,
    handler: async (request) => {
      const { id, promessa } = request.params
      await actions.cancelarPromessa(db, id, promessa, request.body.motivo, autor(request))
      return verPromessa(db, promessa)
    },
  })
  app.route({
    ...contrato.listarPromessas,
    handler: ({ query, usuario }) => listar({ db, operadorId: usuario.id }, query),
  })
  app.route({
    ...contrato.exportarPromessas,
    handler: ({ query, usuario }, reply) => planilha(reply, { db, operadorId: usuario.id }, query),
  })
  app.route({ ...contrato.listarPromessasAdmin, handler: ({ query }) => listar({ db }, query) })
  app.route({
    ...contrato.exportarPromessasAdmin,
    handler: ({ query }, reply) => planilha(reply, { db }, query),
  })
}
