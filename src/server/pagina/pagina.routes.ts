import multipart from '@fastify/multipart'
import type { Routes } from '#server/http/tipos.ts'
import { rotasDosAtos } from './atos.routes.ts'
import { rotaDaContestacao } from './contestacao.routes.ts'
import { rotasDaPorta } from './porta.routes.ts'
import { criarPublico, guardarPublico, type Rotas } from './publico.ts'
import { rotasDaWeb } from './web/web.routes.ts'

/** A customer's own page and its calls: without a session of the company's people, under limits of their own. */
export const paginaRoutes: Routes = async (app, servicos) => {
  await app.register(multipart)
  const publico = criarPublico(servicos)
  guardarPublico(app, servicos.origem)
  rotasDaPorta(app, publico)
  rotasDosAtos(app, publico)
  rotaDaContestacao(app, publico)
  await app.register(async (web) => rotasDaWeb(web as Rotas, publico))
}
