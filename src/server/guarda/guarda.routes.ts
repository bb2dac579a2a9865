import * as contrato from '#contract/guarda.ts'
import { sinalDe } from '#server/http/desistencia.ts'
import type { Routes } from '#server/http/tipos.ts'
import { mudarGuarda } from './guarda.actions.ts'
import { prever } from './previa.queries.ts'

export const guardaRoutes: Routes = async (app, { db, relogio }) => {
  const ver = () =>
    db
      .selectFrom('guarda')
      .select(['mensagens_meses', 'arquivos_meses', 'clientes_meses', 'eventos_dias', 'feita_em'])
      .executeTakeFirstOrThrow()

  app.route({ ...contrato.verGuarda, handler: ver })
  app.route({
    ...contrato.mudarGuarda,
    config: { perigosa: true }, // what it erases does not come back
    handler: async ({ body, usuario, ip }) => {
      await mudarGuarda(db, body, relogio.agora(), { usuarioId: usuario.id, ip })
      return ver()
    },
  })
  app.route({
    ...contrato.preverGuarda,
    handler: ({ query }, reply) => prever({ db, agora: relogio.agora(), sinal: sinalDe(reply) }, query),
  })
}
