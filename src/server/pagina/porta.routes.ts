import * as contrato from '#contract/pagina.ts'
import { pedidoDe } from '#domain/link.ts'
import { empresaDaPagina } from '#server/configuracao/empresa.queries.ts'
import { inicioDe } from './inicio.queries.ts'
import { entrar } from './porta.actions.ts'
import { OPCOES, type Publico, type Rotas, tokenDe } from './publico.ts'

/** Opening the page, entering it, and what it shows then. */
export function rotasDaPorta(app: Rotas, publico: Publico) {
  const { servicos, naSuaVez, sessoes } = publico
  app.route({
    ...contrato.abrirPagina,
    ...OPCOES,
    handler: (request) =>
      naSuaVez(async () => {
        const { documento } = await publico.link(request)
        return { empresa: await empresaDaPagina(servicos.db), pede: pedidoDe(documento) }
      }),
  })
  app.route({
    ...contrato.entrarNaPagina,
    ...OPCOES,
    preValidation: publico.antesComLink,
    handler: (request, reply) =>
      naSuaVez(async () => {
        const link = await publico.link(request)
        const agora = servicos.relogio.agora()
        await entrar(servicos.db, link, request.body.digitos, { agora, ip: request.ip })
        return reply
          .header('set-cookie', sessoes.abrir(tokenDe(request), link.id, agora))
          .status(204)
          .send()
      }),
  })
  app.route({
    ...contrato.inicioDaPagina,
    ...OPCOES,
    handler: (request) =>
      naSuaVez(async () => {
        const { link, agora } = await publico.dentro(request)
        return inicioDe(servicos.db, link, tokenDe(request), agora)
      }),
  })
}
