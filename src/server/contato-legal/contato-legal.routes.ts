import { type ContatoLegal, mudarContatoLegal, verContatoLegal } from '#contract/contato-legal.ts'
import { versaoDe } from '#server/configuracao/versao.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { mudarContatoLegal as mudar } from './contato-legal.actions.ts'
import { verContatoLegal as ver } from './contato-legal.queries.ts'

export const contatoLegalRoutes: Routes = async (app, servicos) => {
  const { db } = servicos
  const comVersao = (lei: ContatoLegal): ContatoLegal => ({ ...lei, versao: versaoDe(lei) })
  app.route({ ...verContatoLegal, handler: async () => comVersao(await ver(db)) })
  app.route({
    ...mudarContatoLegal,
    handler: async (request) => comVersao(await mudar(db, request.body, autorDe(request, servicos))),
  })
}
