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
    handler: ({ usuario, query }, reply) =>
      enviarPlanilha(contexto(), reply, 'clientes-ativos', () => queries.idsDosAtivos(contexto(), usuario.id, query)),
  })
  app.route({
    ...contrato.clientesConcluidos,
    handler: ({ usuario, query }, reply) => queries.listarConcluidos(contexto(reply), usuario.id, query),
  })
  app.route({
    ...contrato.exportarConcluidos,
    handler: ({ usuario, query }, reply) =>
      enviarPlanilha(contexto(), reply, 'clientes-concluidos', () =>
        queries.idsDosConcluidos(contexto(), usuario.id, query),
      ),
  })
  app.route({
    ...contrato.clientesDaCarteira,
    handler: ({ usuario, query }, reply) => queries.listarCarteira(contexto(reply), usuario.id, query),
  })
  app.route({
    ...contrato.exportarCarteira,
    handler: ({ usuario, query }, reply) =>
      enviarPlanilha(contexto(), reply, 'meus-clientes', () => queries.idsDaCarteira(contexto(), usuario.id, query)),
  })
  app.route({
    ...contrato.clientesAguardando,
    handler: ({ usuario, query }, reply) => queries.listarAguardando(contexto(reply), usuario.id, query),
  })
  app.route({
    ...contrato.exportarAguardando,
    handler: ({ usuario, query }, reply) =>
      enviarPlanilha(
        contexto(),
        reply,
        'fila-de-atendimento',
        () => queries.idsDaFila(contexto(), usuario.id, query),
        filaEmCsv,
      ),
  })
  app.route({
    ...contrato.contagemDaFila,
    handler: ({ usuario, query }, reply) => queries.contarFila(contexto(reply), usuario.id, query.busca),
  })
}
