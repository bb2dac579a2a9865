import { empresa, entrar, eu, sair } from '#contract/sessao.ts'
import { nomeDoNavegador } from '#domain/navegador.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import type { Routes } from '#server/http/tipos.ts'
import { tokenDe } from './exigir-sessao.ts'
import { criarNavegadores } from './navegador.ts'
import * as actions from './sessao.actions.ts'

export const sessaoRoutes: Routes = async (app, servicos) => {
  const { db, relogio } = servicos
  const navegadores = criarNavegadores(servicos.chaveSecreta, servicos.origem.startsWith('https:'))

  app.route({
    ...entrar,
    config: { publica: true, limite: 'entrada' },
    bodyLimit: 128 * 1024, // an e-mail and a password, and of anything else what it lacks
    handler: async ({ body, ip, headers: { cookie, 'user-agent': agente } }, reply) => {
      const agora = relogio.agora()
      const navegador = navegadores.conhecido(cookie, body.email, agora)
      const origem = { ip, navegador, nomeDoNavegador: nomeDoNavegador(agente) }
      const sessao = await actions.entrar(servicos, body, origem)
      return reply.header('set-cookie', navegadores.lembrar(cookie, sessao.user.email, agora)).send(sessao)
    },
  })

  app.route({
    ...empresa,
    config: { publica: true, limite: 'entrada' },
    handler: async () => ({
      nome: (await lerEmpresa(db)).empresa,
      senha_por_email: servicos.correio !== null,
      emails_em: servicos.correio?.lidoEm ?? null,
    }),
  })

  app.route({ ...eu, handler: async (request) => ({ user: request.usuario }) })

  app.route({
    ...sair,
    handler: async (request, reply) => {
      await actions.sair(servicos, request, tokenDe(request) ?? '')
      // Clears files that earlier versions let the browser cache.
      reply.header('clear-site-data', '"cache"')
      return reply.status(204).send()
    },
  })
}
