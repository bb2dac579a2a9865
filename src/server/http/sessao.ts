import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Proibido } from '#domain/erros.ts'
import type { Servicos } from '#server/servicos.ts'
import { usarToken } from '#server/sessao/sessao.queries.ts'

/**
 * Nothing under /api answers without a live token, unless its route says `publica`;
 * the path's first segment is the role it belongs to.
 */
export function exigirSessao(app: FastifyInstance, { db, relogio }: Servicos) {
  app.decorateRequest('usuario')
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/') || request.is404 || request.routeOptions.config.publica) return
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const usuario = token ? await usarToken(db, token, relogio.agora()) : undefined
    if (!usuario) return semSessao(reply)
    request.usuario = usuario
    exigirPapel(request)
  })
}

function semSessao(reply: FastifyReply) {
  return reply.status(401).send({ message: 'Sua sessão terminou. Entre de novo para continuar.' })
}

function exigirPapel(request: FastifyRequest) {
  const papel = /^\/api\/(admin|operador)\//.exec(request.routeOptions.url ?? '')?.[1]
  if (papel && papel !== request.usuario.role) {
    throw new Proibido(
      papel === 'admin'
        ? 'Só administradores podem fazer isto.'
        : 'Só operadores podem fazer isto. Entre com um usuário operador.',
    )
  }
}
