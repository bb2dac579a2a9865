import type { FastifyRequest } from 'fastify'
import * as contrato from '#contract/alteracoes.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { aplicarAlteracao, descartarAlteracao } from './alteracoes.actions.ts'
import { listarAlteracoes } from './alteracoes.queries.ts'

/** What imports would change at other operators' customers: administrators decide. */
export const alteracoesRoutes: Routes = async (app, servicos) => {
  const autor = (request: FastifyRequest) => autorDe(request, servicos)

  app.route({
    ...contrato.listarAlteracoes,
    handler: (request) => listarAlteracoes(servicos.db, request.query),
  })

  app.route({
    ...contrato.aplicarAlteracao,
    handler: (request) => aplicarAlteracao(servicos, request.params.id, autor(request)),
  })

  app.route({
    ...contrato.descartarAlteracao,
    handler: (request) => descartarAlteracao(servicos, request.params.id, autor(request)),
  })
}
