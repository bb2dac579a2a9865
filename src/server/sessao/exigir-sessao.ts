import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CABECALHO_DE_USO, USO_DA_TELA } from '#domain/cabecalhos.ts'
import { NaoAutenticado, Proibido } from '#domain/erros.ts'
import { DA_INTEGRACAO } from '#domain/integracao.ts'
import type { Servicos } from '#server/servicos.ts'
import { usarTokenDeAcesso } from './exigir-token.ts'
import { usarToken } from './sessao.queries.ts'

/**
 * Nothing under /api answers without a live token, unless its route says `publica`;
 * the path's first segment is the role it belongs to.
 */
export function exigirSessao(app: FastifyInstance, { db, relogio }: Servicos) {
  app.decorateRequest('usuario')
  app.decorateRequest('programa')
  app.addHook('onRequest', async (request, reply) => {
    // The route's own pattern: the path as asked may be written in other ways (`/%61pi/me`) and lead to it.
    const { url, config } = request.routeOptions
    if (!url?.startsWith('/api/') || request.is404 || config.publica) return
    const token = tokenDe(request)
    if (url.startsWith(DA_INTEGRACAO)) return usarTokenDeAcesso(db, request, token, relogio.agora())
    const usuario = token ? await usarToken(db, token, relogio.agora(), { sozinha: pedeSozinha(request) }) : undefined
    if (!usuario) throw new NaoAutenticado()
    request.usuario = usuario
    // The line that tells how it ended names who asked.
    request.log = request.log.child({ usuario_id: usuario.id })
    reply.log = request.log
    exigirPapel(request)
  })
}

/** Asked by a screen that nobody is at: it is answered, but keeps the session alive no longer. */
const pedeSozinha = ({ headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.deFundo === true || headers[CABECALHO_DE_USO] === USO_DA_TELA

/** The bearer token of a request. */
export const tokenDe = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]

function exigirPapel(request: FastifyRequest) {
  const { url = '', config } = request.routeOptions
  const papel = config.papel ?? /^\/api\/(admin|operador)\//.exec(url)?.[1]
  if (papel && papel !== request.usuario.role) {
    throw new Proibido(
      papel === 'admin'
        ? 'Só administradores podem fazer isto.'
        : 'Só operadores podem fazer isto. Entre com um usuário operador.',
    )
  }
}
