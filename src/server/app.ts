import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { cobrancaRoutes } from '#server/cobranca/cobranca.routes.ts'
import { dashboardRoutes } from '#server/dashboard/dashboard.routes.ts'
import { conferirEntrada } from '#server/http/entrada.ts'
import { tratarErros } from '#server/http/erros.ts'
import { saude } from '#server/http/saude.ts'
import { exigirSessao } from '#server/http/sessao.ts'
import type { Routes } from '#server/http/tipos.ts'
import { logsRoutes } from '#server/logs/logs.routes.ts'
import { modelosRoutes } from '#server/modelos/modelos.routes.ts'
import { operadoresRoutes } from '#server/operadores/operadores.routes.ts'
import type { Servicos } from '#server/servicos.ts'
import { sessaoRoutes } from '#server/sessao/sessao.routes.ts'
import { webhookRoutes } from '#server/whatsapp/webhook.routes.ts'
import { whatsappRoutes } from '#server/whatsapp/whatsapp.routes.ts'

z.config(z.locales.pt())

/** Every slice, in order. */
const FATIAS: Routes[] = [
  // one a line
  sessaoRoutes,
  operadoresRoutes,
  modelosRoutes,
  whatsappRoutes,
  webhookRoutes,
  cobrancaRoutes,
  logsRoutes,
  dashboardRoutes,
]

/** The application apart from listening to a port: the same in production and in each test. */
export async function buildApp(servicos: Servicos): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: servicos.log,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    bodyLimit: 1_048_576,
    trustProxy: 'loopback',
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  tratarErros(app)
  conferirEntrada(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Screens count waits and windows by the company's clock, which a demonstration may have moved.
    reply.header('x-agora', servicos.relogio.agora().toISOString())
  })
  await saude(app, servicos)
  exigirSessao(app, servicos)
  for (const fatia of FATIAS) await app.register(fatia, servicos)
  return app
}
