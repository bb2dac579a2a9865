import { Readable } from 'node:stream'
import * as contrato from '#contract/operadores.ts'
import { diaDe } from '#domain/data.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import { quem } from '#server/http/quem.ts'
import type { Routes } from '#server/http/tipos.ts'
import * as actions from './gestao.actions.ts'
import { buscarOperador, buscarOperadores } from './operadores.queries.ts'
import { operadoresEmCsv } from './planilha.queries.ts'

export const operadoresRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos
  const hoje = () => diaDe(relogio.agora())

  app.route({
    ...contrato.listarOperadores,
    handler: (request) => buscarOperadores(db, request.query, hoje()),
  })

  app.route({
    ...contrato.exportarOperadores,
    handler: ({ query }, reply) =>
      enviarCsv(reply, `operadores-${hoje()}.csv`).send(Readable.from(operadoresEmCsv(db, query, hoje()))),
  })

  app.route({
    ...contrato.criarOperador,
    config: { perigosa: true },
    handler: async (request, reply) =>
      reply.status(201).send(await actions.criarOperador(servicos, quem(request), request.body)),
  })

  app.route({
    ...contrato.verOperador,
    handler: (request) => buscarOperador(db, request.params.id, hoje()),
  })

  app.route({
    ...contrato.mudarOperador,
    config: { perigosa: true },
    handler: (request) => actions.mudarOperador(servicos, quem(request), request.params.id, request.body),
  })

  app.route({
    ...contrato.bloquearOperador,
    config: { perigosa: true },
    handler: (request) => actions.bloquearOperador(servicos, quem(request), request.params.id),
  })

  app.route({
    ...contrato.zerarSegundoFatorDoOperador,
    config: { perigosa: true },
    handler: (request) => actions.zerarSegundoFatorDe(servicos, quem(request), request.params.id),
  })

  app.route({
    ...contrato.reativarOperador,
    config: { perigosa: true },
    handler: (request) => actions.reativarOperador(servicos, quem(request), request.params.id),
  })
}
