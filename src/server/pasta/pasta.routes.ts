import { verPastaVigiada } from '#contract/pasta-vigiada.ts'
import type { Routes } from '#server/http/tipos.ts'
import { lerPasta } from './pasta.queries.ts'

/** What came by the watched folder: for administrators. */
export const pastaRoutes: Routes = async (app, { db }) => {
  app.route({ ...verPastaVigiada, handler: ({ query }) => lerPasta(db, query) })
}
