import type { FastifyReply } from 'fastify'
import * as contrato from '#contract/listas-de-clientes.ts'
import { sinalDe } from '#server/http/desistencia.ts'
import type { Routes } from '#server/http/tipos.ts'
import * as queries from './clientes.queries.ts'
import { enviarPlanilha } from './enviar-planilha.ts'
import { filaEmCsv } from './planilha.queries.ts'

/** The lists of an operator's screens, and each as a spreadsheet. */
export const listasRoutes: Routes = async (app, { db, relogio }) => {
  const contexto = (reply?: FastifyReply) => ({ db, agora: relogio.agora(), ...(reply && { sinal: sinalDe(reply) }) })

  app.route({
    ...contrato.clientesAtivos,
    handler: ({ usuario, query }, reply) => queries.listarAtivos(contexto(reply), usuario.id, query),
  })
  app.route({
    ...contrato.exportarAtivos,
    handler: async ({ usuario, query }, reply) =>
      enviarPlanilha(contexto(), reply, 'clientes-ativos', await queries.idsDosAtivos(contexto(), usuario.id, query)),
  })
  app.route({
    ...contrato.clientesConcluidos,
    handler: ({ usuario, query }, reply) => queries.listarConcluidos(contexto(reply), usuario.id, query),
  })
  app.route({
    ...contrato.exportarConcluidos,
    handler: async ({ usuario, query }, reply) =>
      enviarPlanilha(
        contexto(),
        reply,
        'clientes-concluidos',
        await queries.idsDosConcluidos(contexto(), usuario.id, query),
      ),
  })
  app.route({
    ...contrato.clientesDaCarteira,
    handler: ({ usuario, query }, reply) => queries.listarCarteira(contexto(reply), usuario.id, query),
  })
  app.route({
    ...contrato.exportarCarteira,
    handler: async ({ usuario, query }, reply) =>
      enviarPlanilha(contexto(), reply, 'meus-clientes', await queries.idsDaCarteira(contexto(), usuario.id, query)),
  })
  app.route({
    ...contrato.clientesAguardando,
    handler: ({ usuario, query }, reply) => queries.listarAguardando(contexto(reply), usuario.id, query),
  })
  app.route({
    ...contrato.exportarAguardando,
    handler: async ({ usuario, query }, reply) =>
      enviarPlanilha(
        contexto(),
        reply,
        'fila-de-atendimento',
        await queries.idsDaFila(contexto(), usuario.id, query),
        filaEmCsv,
      ),
  })
  app.route({
    ...contrato.contagemDaFila,
    handler: ({ usuario, query }) => queries.contarFila(contexto(), usuario.id, query.busca),
  })
}
