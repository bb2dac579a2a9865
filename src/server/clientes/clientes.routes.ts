import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contrato from '#contract/clientes.ts'
import { STATUS_CLIENTE, type StatusCliente } from '#domain/cliente.ts'
import { diaDe } from '#domain/data.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import * as carteira from './carteira.actions.ts'
import { lerCliente } from './cliente.queries.ts'
import * as actions from './clientes.actions.ts'
import * as queries from './clientes.queries.ts'
import { contarPorStatus } from './contagem.queries.ts'
import { clientesEmCsv, filaEmCsv } from './planilha.queries.ts'

export const clientesRoutes: Routes = async (app, servicos) => {
  const { db, relogio, chaveSecreta } = servicos
  const contexto = () => ({ db, agora: relogio.agora() })
  const autor = (request: FastifyRequest) => autorDe(request, servicos)
  const ver = (id: number) => lerCliente(contexto(), id)
  const planilha = (reply: FastifyReply, nome: string, ids: number[], emCsv = clientesEmCsv) =>
    enviarCsv(reply, `${nome}-${diaDe(relogio.agora())}.csv`).send(Readable.from(emCsv(contexto(), ids)))

  app.route({
    ...contrato.clientesAtivos,
    handler: ({ usuario, query }) => queries.listarAtivos(contexto(), usuario.id, query),
  })
  app.route({
    ...contrato.exportarAtivos,
    handler: async ({ usuario, query }, reply) =>
      planilha(reply, 'clientes-ativos', await queries.idsDosAtivos(contexto(), usuario.id, query)),
  })
  app.route({
    ...contrato.clientesConcluidos,
    handler: ({ usuario, query }) => queries.listarConcluidos(contexto(), usuario.id, query),
  })
  app.route({
    ...contrato.exportarConcluidos,
    handler: async ({ usuario, query }, reply) =>
      planilha(reply, 'clientes-concluidos', await queries.idsDosConcluidos(contexto(), usuario.id, query)),
  })
  app.route({
    ...contrato.clientesDaCarteira,
    handler: ({ usuario, query }) => queries.listarCarteira(contexto(), usuario.id, query),
  })
  app.route({
    ...contrato.exportarCarteira,
    handler: async ({ usuario, query }, reply) =>
      planilha(reply, 'meus-clientes', await queries.idsDaCarteira(contexto(), usuario.id, query)),
  })
  app.route({
    ...contrato.clientesAguardando,
    handler: ({ usuario, query }) => queries.listarAguardando(contexto(), usuario.id, query),
  })
  app.route({
    ...contrato.exportarAguardando,
    handler: async ({ usuario, query }, reply) =>
      planilha(reply, 'fila-de-atendimento', await queries.idsDaFila(contexto(), usuario.id, query), filaEmCsv),
  })
  app.route({
    ...contrato.contagemDaFila,
    handler: ({ usuario, query }) => queries.contarFila(contexto(), usuario.id, query.busca),
  })
  app.route({
    ...contrato.mudarContato,
    handler: async (request) => {
      await actions.mudarContato(db, chaveSecreta, request.params.id, request.body, autor(request))
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

  app.route({ ...contrato.clientesAdmin, handler: ({ query }) => queries.listarTodos(contexto(), query) })
  app.route({
    ...contrato.clientesPorStatus,
    handler: ({ params, query }) => queries.listarTodos(contexto(), { ...query, status: lerStatus(params.status) }),
  })
  app.route({
    ...contrato.exportarClientes,
    handler: async ({ query }, reply) => planilha(reply, 'clientes', await queries.idsDeTodos(contexto(), query)),
  })
  app.route({ ...contrato.contagemClientes, handler: () => contarPorStatus(db) })
  app.route({
    ...contrato.transferirCliente,
    handler: async (request) => {
      await carteira.transferir(db, request.params.id, request.body.operador_id, autor(request))
      return ver(request.params.id)
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
