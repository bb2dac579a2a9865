import { Readable } from 'node:stream'
import * as contrato from '#contract/conciliacao.ts'
import { diaDe } from '#domain/data.ts'
import { enviarCsv } from '#server/http/planilha.ts'
import type { Routes } from '#server/http/tipos.ts'
import { listarMovimentos, verMovimento } from './movimentos.queries.ts'
import { movimentosEmCsv } from './planilha.ts'
import { resumirConciliacao } from './resumo.queries.ts'

/** What the bank told and what became of it: an administrator's. */
export const conciliacaoRoutes: Routes = async (app, { db, relogio }) => {
  const hoje = () => diaDe(relogio.agora())

  app.route({ ...contrato.listarMovimentos, handler: ({ query }) => listarMovimentos(db, query, hoje()) })
  app.route({
    ...contrato.exportarMovimentos,
    handler: ({ query }, reply) =>
      enviarCsv(reply, `movimentos-${hoje()}.csv`).send(Readable.from(movimentosEmCsv(db, query, hoje()))),
  })
  app.route({ ...contrato.verMovimento, handler: ({ params }) => verMovimento(db, params.id) })
  app.route({ ...contrato.resumoConciliacao, handler: ({ query }) => resumirConciliacao(db, query, hoje()) })
}
