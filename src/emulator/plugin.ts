import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Partes, plugarControle } from './controle.ts'
import { plugarGraph } from './graph.ts'
import { Gestao } from './limites.ts'
import type { Nucleo } from './nucleo.ts'
import { plugarPagina } from './pagina.ts'
import { VERSAO_CONHECIDA } from './versoes.ts'

const MAIOR_ARQUIVO = 20 * 1024 * 1024

/** Graph, its files, the control API and the page, all below one prefix and apart from the host's parsers and hooks. */
export async function plugarEmulador(app: FastifyInstance, partes: Partes) {
  const { nucleo, envios } = partes
  app.addHook('onRoute', (rota) => {
    // The host may ask for a session everywhere and log each call: neither is for the emulator.
    rota.config = { ...rota.config, publica: true } as typeof rota.config
    rota.logLevel = 'warn'
  })
  lerCorpos(app)
  const gestao = new Gestao()
  const graph: FastifyPluginAsync = async (escopo) => plugarGraph(escopo, nucleo, envios, gestao)
  const controle: FastifyPluginAsync = async (escopo) => plugarControle(escopo, partes)
  await app.register(graph, { prefix: `/graph/:versao(${VERSAO_CONHECIDA})` })
  await app.register(graph, { prefix: '/graph' })
  await app.register(controle, { prefix: '/api' })
  plugarPagina(app)
  app.get<{ Params: { chave: string } }>('/midia/:chave', async (request, reply) => {
    const midia = autorizado(request, nucleo) ? nucleo.midias.porEndereco(request.params.chave) : undefined
    if (!midia) return reply.status(404).send()
    return reply.type(midia.mime).send(midia.bytes)
  })
}

/** The media host wants the token as well, and answers 404 to whoever does not bring it. */
const autorizado = (request: FastifyRequest, { conta }: Nucleo) =>
  request.headers.authorization === `Bearer ${conta.token}`

/** Its own body parsers, whatever the host has: forms and files through the platform's reader. */
function lerCorpos(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, corpo, pronto) => {
    if (corpo === '') return pronto(null, {})
    try {
      pronto(null, JSON.parse(corpo as string))
    } catch (erro) {
      pronto(Object.assign(erro as Error, { statusCode: 400 }))
    }
  })
  const formularios = ['multipart/form-data', 'application/x-www-form-urlencoded']
  app.addContentTypeParser(
    formularios,
    { parseAs: 'buffer', bodyLimit: MAIOR_ARQUIVO },
    async (request: FastifyRequest, corpo: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' }
      try {
        return await new Response(new Uint8Array(corpo), { headers }).formData()
      } catch (erro) {
        throw Object.assign(erro as Error, { statusCode: 400 })
      }
    },
  )
}
