import { maxHeaderSize } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { doutorRoutes } from '#server/doutor/doutor.routes.ts'
import { criarExameDoNo } from '#server/doutor/exame-do-no.ts'
import { medirSaude } from '#server/doutor/metricas.ts'
import { comprimirRespostas } from '#server/http/comprimir.ts'
import { limitarCorpos } from '#server/http/corpos.ts'
import { conferirEntrada } from '#server/http/entrada.ts'
import { responderErroDeQuadro, responderForaDoProtocolo, tratarErros } from '#server/http/erros.ts'
import { fraseDoProblema } from '#server/http/frases-zod.ts'
import { documentarApi } from '#server/http/openapi.ts'
import { saude } from '#server/http/saude.ts'
import { protegerPaginas } from '#server/http/seguranca.ts'
import { validar } from '#server/http/validar.ts'
import { servirWeb } from '#server/http/web.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirSessao } from '#server/sessao/exigir-sessao.ts'
import { limitarPublico } from '#server/sessao/limitar-publico.ts'
import { limitarUso } from '#server/sessao/limitar-uso.ts'
import { registrarAcessos } from '#server/sessao/registrar-acessos.ts'
import { SLICES } from '#server/slices.ts'

z.config({ customError: fraseDoProblema })

/** Enough for a whole upload over a slow line; a slower request is dropped. */
const PEDIDO_INTEIRO_EM_MS = 15 * 60_000

/** The application apart from listening to a port: the same in production and in each test. */
export async function buildApp(servicos: Servicos): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: servicos.log,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    // Slices only register routes: nothing in them may hang, and a timer for each costs more than most.
    pluginTimeout: 0,
    bodyLimit: 1_048_576,
    // An overlong path segment matches nothing, like any unknown word, and its route answers 404. Node limits the whole line.
    routerOptions: { maxParamLength: maxHeaderSize },
    trustProxy: servicos.proxies,
    // Only what a monitor or a link's preview asks for has HEAD: a second route for each GET is a third of the time to build all.
    exposeHeadRoutes: false,
    requestTimeout: PEDIDO_INTEIRO_EM_MS,
    frameworkErrors: responderErroDeQuadro,
    clientErrorHandler: responderForaDoProtocolo(servicos.log),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validar)
  app.setSerializerCompiler(serializerCompiler)
  limitarPublico(app, servicos) // before any other hook: a flood is not worth one
  limitarCorpos(app)
  tratarErros(app)
  conferirEntrada(app)
  app.addHook('onRequest', (request, reply, seguir) => {
    reply.header('x-request-id', request.id)
    // No cache on the way keeps personal data, however its address is spelt (`/%61pi/`); a route may say otherwise.
    const caminho = request.routeOptions.url ?? request.url
    if (caminho.startsWith('/api/')) reply.header('cache-control', 'no-store')
    // Screens count waits and windows by the company's clock, which a demonstration may have moved.
    reply.header('x-agora', servicos.relogio.agora().toISOString())
    seguir()
  })
  await protegerPaginas(app, servicos.origem)
  comprimirRespostas(app)
  await documentarApi(app)
  const examinar = criarExameDoNo(servicos)
  await saude(app, servicos, (registro) => medirSaude(registro, servicos.db, examinar))
  exigirSessao(app, servicos)
  limitarUso(app, servicos)
  registrarAcessos(app, servicos)
  for (const slice of SLICES) await app.register(comNome(slice), servicos)
  await app.register(doutorRoutes(examinar), servicos)
  await servirWeb(app)
  return app
}

/** Without an explicit name Fastify searches all loaded modules for each slice, a sixth of the time to build the application. */
const comNome = <Slice extends (typeof SLICES)[number]>(slice: Slice): Slice =>
  Object.assign(slice, { [Symbol.for('fastify.display-name')]: slice.name })
