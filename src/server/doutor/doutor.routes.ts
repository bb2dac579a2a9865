import { verSaude } from '#contract/saude.ts'
import { lerSituacaoDasCopias } from '#server/copia/registro.queries.ts'
import type { Routes } from '#server/http/tipos.ts'
import type { Examinar } from './exame-do-no.ts'

/** Repeated clicks get current results, but many at once do not burden the mail server. */
const IDADE_MS = 2_000

/** How the machine, the data and the copies are: for administrators. */
export const doutorRoutes =
  (examinar: Examinar): Routes =>
  async (app, { db, operacao }) => {
    app.route({
      ...verSaude,
      handler: async () => {
        const { em, achados } = await examinar(IDADE_MS)
        const { pasta, hora, senha, guarda } = operacao.copia
        const { ultima, erro, ensaio } = await lerSituacaoDasCopias(db)
        const copias = { pasta, hora, cifrada: senha !== null, guarda, ultima, erro, ensaio }
        return { examinado_em: em.toISOString(), achados, copias }
      },
    })
  }
