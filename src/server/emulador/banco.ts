import { join } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { criarPsp } from '#emulator/pix/psp.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirQuemControla, PREFIXO_DO_EMULADOR } from './controles.ts'

const PREFIXO = `${PREFIXO_DO_EMULADOR}/pix`
export const ARQUIVO_DO_BANCO = 'banco-emulado.json'

/**
 * A bank of our own on our own port, beside WhatsApp's emulator: the Pix API, and the page where one pays as the customers
 * do. Whatever key the company has is its own there. The page's calls want whoever controls the emulator.
 */
export async function embutirBanco(
  app: FastifyInstance,
  servicos: Servicos,
  { demonstracao }: { demonstracao: boolean },
) {
  const { relogio, pastaDados } = servicos
  const psp = criarPsp({ relogio, arquivo: join(pastaDados, ARQUIVO_DO_BANCO) })
  const pagina: FastifyPluginAsync = async (escopo) => {
    escopo.addHook('onRoute', (rota) => {
      rota.config = { ...rota.config, publica: true } as typeof rota.config
      rota.logLevel = 'warn'
    })
    escopo.addHook('onRequest', async (request) => {
      if (request.routeOptions.url?.startsWith(`${PREFIXO}/api/`))
        await exigirQuemControla(request, servicos, demonstracao)
    })
    await escopo.register(psp.pagina)
  }
  await app.register(psp.plugin, { prefix: `${PREFIXO}/v2` })
  await app.register(pagina, { prefix: PREFIXO })
  return { fechar: psp.fechar }
}
