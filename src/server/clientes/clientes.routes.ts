import type { FastifyRequest } from 'fastify'
import * as contrato from '#contract/clientes.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { mudarContato } from './cadastro.actions.ts'
import { lerCliente } from './cliente.queries.ts'
import * as actions from './clientes.actions.ts'
import { confirmarPessoa } from './pessoa-confirmada.actions.ts'

/** What an operator does with one customer. */
export const clientesRoutes: Routes = async (app, servicos) => {
  const { db, relogio, chaveSecreta } = servicos
  const autor = (request: FastifyRequest) => autorDe(request, servicos)
  const ver = (id: number) => lerCliente({ db, agora: relogio.agora() }, id)

  app.route({
    ...contrato.mudarContato,
    handler: async (request) => {
      await mudarContato(db, chaveSecreta, request.params.id, request.body, autor(request))
      return ver(request.params.id)
    },
  })
  app.route({
    ...contrato.confirmarPessoa,
    handler: async (request) => {
      await umaVez(servicos, request, async (trx) => {
        await confirmarPessoa(trx, request.params.id, request.body.motivo, autor(request))
        return null
      })
      return ver(request.params.id)
    },
  })
  app.route({
    ...contrato.assumirCliente,
    handler: async (request) => {
      await actions.assumir(db, request.params.id, autor(request))
      return { cliente: await ver(request.params.id) }
    },
  })
  app.route({
    ...contrato.pausarCliente,
    handler: async (request) => {
      await actions.pausar(db, request.params.id, request.body, autor(request))
      return { cliente: await ver(request.params.id) }
    },
  })
  app.route({
    ...contrato.reativarCliente,
    handler: async (request) => {
      await actions.reativar(db, request.params.id, autor(request), request.body?.a_partir_de)
      return { cliente: await ver(request.params.id) }
    },
  })
  app.route({
    ...contrato.devolverCliente,
    handler: async (request) => {
      await actions.devolver(db, request.params.id, autor(request))
      return { cliente: await ver(request.params.id) }
    },
  })
}
