import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { CONFIRMACAO_VALE_MS, CONFIRME_A_SENHA, PENDENCIAS } from '#domain/acesso.ts'
import { CABECALHO_DE_USO, USO_DA_TELA } from '#domain/cabecalhos.ts'
import { NaoAutenticado, Proibido } from '#domain/erros.ts'
import { DA_INTEGRACAO } from '#domain/integracao.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirTokenVivo, usarTokenDeAcesso } from './exigir-token.ts'
import { enquantoPuder } from './saida-demorada.ts'
import { type SessaoViva, usarToken } from './sessao.queries.ts'

/**
 * Nothing under /api answers without a live token, unless its route says `publica`; the path's first segment is the role it
 * belongs to. Who must first change the password, or set up the second factor, reaches only their own account; what is
 * dangerous (`perigosa`) wants the password typed a short while ago. A body may take a quarter of an hour to come: whose
 * session or token ended meanwhile is refused before anything is done with it, and an answer that takes long ends with them.
 */
export function exigirSessao(app: FastifyInstance, { db, relogio }: Servicos) {
  app.decorateRequest('usuario')
  app.decorateRequest('programa')
  app.decorateRequest('sessaoId', 0)
  app.decorateRequest('faltaCorpo', false)
  app.decorateRequest('exigirAinda', exigirAinda)
  app.addHook('onRequest', (request, _reply, seguir) => {
    // The route's own pattern: the path as asked may be written in other ways (`/%61pi/me`) and lead to it.
    const { url, config } = request.routeOptions
    if (!url?.startsWith('/api/') || request.is404 || config.publica) return seguir()
    exigir(request, url).then(() => {
      request.faltaCorpo = request.raw.complete === false
      seguir()
    }, seguir)
  })
  // A form is not read yet: `receberFormulario` asks once it is.
  app.addHook('preValidation', async (request) => {
    if (request.body !== undefined) await request.exigirAinda()
  })
  app.addHook('onSend', async (request, _reply, corpo) =>
    corpo instanceof Readable && (request.sessaoId !== 0 || request.programa)
      ? enquantoPuder(corpo, () => exigirDeNovo(request), relogio)
      : corpo,
  )
  async function exigirAinda(this: FastifyRequest) {
    if (this.faltaCorpo) await exigirDeNovo(this)
  }
  async function exigirDeNovo(request: FastifyRequest) {
    const { url = '' } = request.routeOptions
    const [token, agora] = [tokenDe(request) ?? '', relogio.agora()]
    if (url.startsWith(DA_INTEGRACAO)) return exigirTokenVivo(db, token, agora)
    const sessao = await usarToken(db, token, agora, { sozinha: true })
    if (!sessao) throw new NaoAutenticado()
    exigirEntradaInteira(url, sessao)
  }
  async function exigir(request: FastifyRequest, url: string) {
    const { config } = request.routeOptions
    const token = tokenDe(request)
    if (url.startsWith(DA_INTEGRACAO)) return usarTokenDeAcesso(db, request, token, relogio.agora())
    const agora = relogio.agora()
    const sessao = token ? await usarToken(db, token, agora, { sozinha: pedeSozinha(request) }) : undefined
    if (!sessao) throw new NaoAutenticado()
    request.usuario = sessao.usuario
    request.sessaoId = sessao.id
    // The request's final log line names the user.
    const log = request.log as Logger
    log.setBindings({ usuario_id: sessao.usuario.id })
    exigirEntradaInteira(url, sessao)
    exigirPapel(request)
    if (config.perigosa || EXPORTA_TUDO.test(url)) exigirSenhaRecente(sessao, agora)
  }
}

/** A request made by an unattended screen: it is answered, but does not keep the session alive. */
const pedeSozinha = ({ headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.deFundo === true || headers[CABECALHO_DE_USO] === USO_DA_TELA

/** The bearer token of a request. */
export const tokenDe = (request: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]

/** Routes of one's own account, and signing out, which stay open while something is pending. */
const DA_PROPRIA_CONTA = /^\/api\/(me(\/|$)|logout$)/

function exigirEntradaInteira(url: string, { pendencia }: SessaoViva) {
  if (pendencia && !DA_PROPRIA_CONTA.test(url)) throw new Proibido(PENDENCIAS[pendencia], pendencia)
}

/** The administrators' exports, with the whole company's data. */
const EXPORTA_TUDO = /^\/api\/admin\/.*exportar\.csv$/

function exigirSenhaRecente({ confirmadaEm }: SessaoViva, agora: Date) {
  // Further ahead than that it was typed by a clock that has been set back since.
  if (Math.abs(agora.getTime() - confirmadaEm.getTime()) <= CONFIRMACAO_VALE_MS) return
  throw new Proibido('Confirme a sua senha para continuar: o que você pediu é sensível.', CONFIRME_A_SENHA)
}

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
