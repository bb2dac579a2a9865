import { mudarAcesso, verAcesso } from '#contract/acesso.ts'
import type { Routes } from '#server/http/tipos.ts'
import { mudarAcesso as mudar } from './acesso.actions.ts'
import { lerAcesso } from './acesso.queries.ts'

export const acessoRoutes: Routes = async (app, servicos) => {
  app.route({ ...verAcesso, handler: () => lerAcesso(servicos.db) })
  app.route({
    ...mudarAcesso,
    config: { perigosa: true },
    handler: ({ body, usuario, ip }) => mudar(servicos, body, { usuarioId: usuario.id, ip }),
  })
}
