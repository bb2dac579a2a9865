import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contrato from '#contract/clientes-admin.ts'
import { STATUS_CLIENTE, type StatusCliente } from '#domain/cliente.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { sinalDe } from '#server/http/desistencia.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import * as carteira from './carteira.actions.ts'
import { lerCliente } from './cliente.queries.ts'
import * as queries from './clientes.queries.ts'
import { contarPorStatus } from './contagem.queries.ts'
import { enviarPlanilha } from './enviar-planilha.ts'

/** Everyone's customers, and to whom they belong. */
export const clientesAdminRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos
  const contexto = (reply?: FastifyReply) => ({ db, agora: relogio.agora(), ...(reply && { sinal: sinalDe(reply) }) })
  const autor = (request: FastifyRequest) => autorDe(request, servicos)

  app.route({ ...contrato.clientesAdmin, handler: ({ query }, reply) => queries.listarTodos(contexto(reply), query) })
  app.route({
    ...contrato.clientesPorStatus,
    handler: ({ params, query }, reply) =>
      queries.listarTodos(contexto(reply), { ...query, status: lerStatus(params.status) }),
  })
  app.route({
    ...contrato.exportarClientes,
    handler: ({ query }, reply) =>
      enviarPlanilha(contexto(), reply, 'clientes', () => queries.idsDeTodos(contexto(), query)),
  })
  app.route({ ...contrato.contagemClientes, handler: () => contarPorStatus(db) })
  app.route({
    ...contrato.transferirCliente,
    handler: async (request) => {
      await carteira.transferir(db, request.params.id, request.body.operador_id, autor(request))
      return lerCliente(contexto(), request.params.id)
    },
  })
  app.route({
    ...contrato.transferirClientes,
    handler: async (request) => ({
      transferidos: await carteira.transferirVarios(db, request.body, autor(request)),
    }),
  })
  app.route({
    ...contrato.distribuirClientes,
    handler: async (request) => ({ distribuidos: await carteira.distribuir(db, request.body, autor(request)) }),
  })
}

function lerStatus(texto: string): StatusCliente {
  const status = STATUS_CLIENTE.find((um) => um === texto)
  if (!status) throw new NaoEncontrado('Não existe uma situação de cliente com este nome.')
  return status
}
