import * as contrato from '#contract/recuperacao.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { SEM_CORREIO } from '#domain/recuperacao.ts'
import type { Routes } from '#server/http/tipos.ts'
import { definirPeloLink, pedirLink } from './recuperacao.actions.ts'

/** A forgotten password, for whoever cannot sign in; not there where the company has no mail. */
export const recuperacaoRoutes: Routes = async (app, servicos) => {
  app.addHook('onRequest', async () => {
    if (!servicos.correio) throw new NaoEncontrado(SEM_CORREIO)
  })

  app.route({
    ...contrato.esquecerSenha,
    config: { publica: true },
    handler: async ({ body, ip }, reply) => {
      await pedirLink(servicos, body.email, ip)
      return reply.status(204).send()
    },
  })

  app.route({
    ...contrato.definirSenhaNova,
    config: { publica: true },
    handler: async ({ body, ip }, reply) => {
      await definirPeloLink(servicos, body, ip)
      return reply.status(204).send()
    },
  })
}
