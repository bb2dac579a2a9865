import { listarOfertas } from '#contract/ofertas.ts'
import { exemplificarPolitica } from '#contract/politica.ts'
import { exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import type { Routes } from '#server/http/tipos.ts'
import { comMudancas } from '#server/negociacoes/politica.actions.ts'
import { lerPolitica } from '#server/negociacoes/politica.queries.ts'
import { exemplosDaPolitica, lerOfertas } from './ofertas.queries.ts'

export const ofertasRoutes: Routes = async (app, { db, relogio }) => {
  app.route({
    ...listarOfertas,
    handler: async ({ params, usuario }) => {
      await exigirVisivel(db, params.id, usuario.id)
      return { data: await lerOfertas(db, params.id, relogio.agora()) }
    },
  })

  app.route({
    ...exemplificarPolitica,
    handler: async ({ body }) => {
      const { versao, ...emVigor } = await lerPolitica(db)
      const politica = { ...comMudancas(emVigor, body), versao }
      return { data: await exemplosDaPolitica(db, politica, relogio.agora()) }
    },
  })
}
