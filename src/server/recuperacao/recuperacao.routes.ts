import * as contrato from '#contract/recuperacao.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { SEM_CORREIO } from '#domain/recuperacao.ts'
import type { Routes } from '#server/http/tipos.ts'
import { criarVez } from '#server/sessao/limites-publicos.ts'
import { definirPeloLink, pedirLink } from './recuperacao.actions.ts'

/** An e-mail, a token and two passwords are a fraction of it. */
const DE_FORA = { config: { publica: true, limite: 'entrada' }, bodyLimit: 16 * 1024 } as const
/** Forgotten passwords; all answer 404 when the company has no mail. */
export const recuperacaoRoutes: Routes = async (app, servicos) => {
  // Requests from one address wait for each other in the database: only two of its connections may be used for that.
  const naSuaVez = criarVez(2, 60)
  app.addHook('onRequest', async () => {
    if (!servicos.correio) throw new NaoEncontrado(SEM_CORREIO)
  })

  app.route({
    ...contrato.esquecerSenha,
    ...DE_FORA,
    handler: async ({ body, ip }, reply) => {
      await naSuaVez(() => pedirLink(servicos, body.email, ip))
      return reply.status(204).send()
    },
  })

  app.route({
    ...contrato.definirSenhaNova,
    ...DE_FORA,
    handler: async ({ body, ip }, reply) => {
      await definirPeloLink(servicos, body, ip)
      return reply.status(204).send()
    },
  })
}
