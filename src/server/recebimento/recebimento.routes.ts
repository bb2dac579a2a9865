import { mudarRecebimento, verRecebimento } from '#contract/recebimento.ts'
import type { Routes } from '#server/http/tipos.ts'
import { mudarRecebimento as mudar } from './recebimento.actions.ts'
import { verRecebimento as ver } from './recebimento.queries.ts'

export const recebimentoRoutes: Routes = async (app, servicos) => {
  app.route({ ...verRecebimento, handler: () => ver(servicos) })
  app.route({
    ...mudarRecebimento,
    config: { perigosa: true },
    handler: async ({ body, usuario, ip }) => {
      await mudar(servicos, body, { usuarioId: usuario.id, ip })
      return ver(servicos)
    },
  })
}
