import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import {
  aprovarNegociacao,
  exportarNegociacoesAdmin,
  listarNegociacoesAdmin,
  recusarNegociacao,
} from '#contract/negociacoes.ts'
import { listarVersoesDaPolitica, mudarPolitica, verPolitica } from '#contract/politica.ts'
import { diaDe } from '#domain/data.ts'
import { umaVez } from '#server/http/idempotencia.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { aprovarAcordo, recusarAcordo } from './aprovacao.actions.ts'
import { listarDeTodos, verDeCliente } from './negociacoes.queries.ts'
import { negociacoesEmCsv } from './planilha.queries.ts'
import * as politica from './politica.actions.ts'
import { verPolitica as ver, versoesDaPolitica } from './politica.queries.ts'

/** The policy for agreements, and the agreements that go beyond it. */
export const aprovacaoRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos
  const autor = (request: FastifyRequest) => autorDe(request, servicos)
  const hoje = () => diaDe(relogio.agora())

  app.route({ ...verPolitica, handler: () => ver(db) })
  app.route({ ...listarVersoesDaPolitica, handler: async () => ({ data: await versoesDaPolitica(db) }) })
  app.route({
    ...mudarPolitica,
    handler: async ({ body, usuario, ip }) => {
      await politica.mudarPolitica(db, body, relogio.agora(), { usuarioId: usuario.id, ip })
      return ver(db)
    },
  })

  app.route({ ...listarNegociacoesAdmin, handler: ({ query }) => listarDeTodos(db, query, hoje()) })
  app.route({
    ...exportarNegociacoesAdmin,
    handler: ({ query }, reply) =>
      enviarCsv(reply, `acordos-${hoje()}.csv`).send(Readable.from(negociacoesEmCsv(db, query, hoje()))),
  })
  app.route({
    ...aprovarNegociacao,
    handler: (request) =>
      umaVez(servicos, request, async (trx) => {
        await aprovarAcordo(trx, request.params.id, autor(request))
        return verDeCliente(trx, request.params.id, hoje())
      }),
  })
  app.route({
    ...recusarNegociacao,
    handler: (request) =>
      umaVez(servicos, request, async (trx) => {
        await recusarAcordo(trx, request.params.id, request.body.motivo, autor(request))
        return verDeCliente(trx, request.params.id, hoje())
      }),
  })
}
