import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTO_MS } from '#domain/data.ts'
import { criarCaderno } from '#server/logs/acessos.ts'
import type { Servicos } from '#server/servicos.ts'
import { tokenDe } from './exigir-sessao.ts'

/**
 * Logs exports (spreadsheets, files of conversations) and refusals. An export is logged before it is sent: if it cannot be
 * logged, it is not sent.
 */
export function registrarAcessos(app: FastifyInstance, servicos: Servicos) {
  const caderno = criarCaderno(servicos)
  const falhou = (erro: unknown) => servicos.log.warn({ err: erro }, 'um acesso não foi escrito no registro')
  const relogio = setInterval(() => void caderno.fecharMinutos().catch(falhou), MINUTO_MS).unref()
  app.addHook('preClose', async () => {
    clearInterval(relogio)
    await caderno.fecharMinutos(true).catch(falhou)
  })

  app.addHook('onSend', (request, reply, corpo, seguir) => {
    const saiu = oQueSai(request, reply)
    if (saiu) return void caderno.anotar({ ...saiu, ...quem(request) }).then(() => seguir(null, corpo), seguir)
    if (!foiRecusado(request, reply)) return seguir(null, corpo)
    const oQue = `${pedido(request)} (${reply.statusCode})`
    void caderno
      .anotar({ verbo: 'recusar', oQue, ...quem(request) })
      .catch(falhou)
      .then(() => seguir(null, corpo))
  })
}

const quem = ({ usuario, programa, ip }: FastifyRequest) => ({ usuarioId: (programa ?? usuario)?.id ?? null, ip })

/** A spreadsheet by its name, a conversation's file by its message. */
function oQueSai(request: FastifyRequest, reply: FastifyReply) {
  if (reply.statusCode >= 300 || request.method !== 'GET') return null
  const { url = '', config } = request.routeOptions
  if (url.endsWith('/midia')) return { verbo: 'baixar', oQue: `o arquivo da mensagem ${numero(request)}` } as const
  const nome = /^attachment; filename="([^"]+)"/.exec(String(reply.getHeader('content-disposition') ?? ''))?.[1]
  return nome && !config.semDados ? ({ verbo: 'exportar', oQue: nome } as const) : null
}

/**
 * What counts as refused: any 403 and 429; a 401 with an invalid token; a 404 for an operator who names a record that
 * does not exist or is another's.
 */
function foiRecusado(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const { url = '' } = request.routeOptions
  if (request.is404 || !url.startsWith('/api/')) return false
  if (statusCode === 401) return tokenDe(request) !== undefined
  if (statusCode === 404) return request.usuario?.role === 'operador' && url.includes('/:')
  return statusCode === 403 || statusCode === 429
}

/** The route's pattern and the id in the URL: nothing typed by a person gets into the log. */
function pedido(request: FastifyRequest): string {
  const id = numero(request)
  return `${request.method} ${request.routeOptions.url}${id ? `, número ${id}` : ''}`
}

const numero = ({ params }: FastifyRequest): string =>
  /^\d{1,15}$/.exec(String((params as { id?: unknown } | undefined)?.id ?? ''))?.[0] ?? ''
