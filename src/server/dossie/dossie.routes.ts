import { dossieCliente } from '#contract/clientes-admin.ts'
import { diaDe } from '#domain/data.ts'
import type { Routes } from '#server/http/tipos.ts'
import { montarDossie } from './dossie.actions.ts'

const TIPOS = { json: 'application/json; charset=utf-8', pdf: 'application/pdf' }

/** What proves what happened with a customer, to be handed to somebody else. */
export const dossieRoutes: Routes = async (app, { db, relogio }) => {
  app.route({
    ...dossieCliente,
    config: { perigosa: true },
    async handler({ usuario, params, query, ip }, reply) {
      const { formato } = query
      const agora = relogio.agora()
      const { arquivo, bytes } = await montarDossie(db, {
        clienteId: params.id,
        formato,
        usuarioId: usuario.id,
        ip,
        agora,
      })
      return reply
        .header('content-type', TIPOS[formato])
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename="dossie-${params.id}-${diaDe(agora)}.${formato}"`)
        .send(arquivo)
    },
  })
}
