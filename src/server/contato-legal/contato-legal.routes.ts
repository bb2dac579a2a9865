import { mudarContatoLegal, verContatoLegal } from '#contract/contato-legal.ts'
import type { Routes } from '#server/http/tipos.ts'
import { autorDe } from '#server/sessao/autor.ts'
import { mudarContatoLegal as mudar } from './contato-legal.actions.ts'
import { verContatoLegal as ver } from './contato-legal.queries.ts'

export const contatoLegalRoutes: Routes = async (app, servicos) => {
  const { db } = servicos
  app.route({ ...verContatoLegal, handler: () => ver(db) })
  app.route({ ...mudarContatoLegal, handler: (request) => mudar(db, request.body, autorDe(request, servicos)) })
}
