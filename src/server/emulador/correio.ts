import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { plugarPaginaDoCorreio } from '#emulator/correio/pagina.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirQuemControla, PREFIXO_DO_EMULADOR } from './controles.ts'

const PREFIXO = `${PREFIXO_DO_EMULADOR}/correio`
const DE = 'Sistema de Cobrança <cobranca@demonstracao.example>'

/** A demonstration's own mailbox: mail that goes nowhere, and the page where whoever controls the emulator reads it. */
export async function abrirCorreioEmulado({ relogio }: Pick<Servicos, 'relogio'>) {
  // No other start has a use for a mail server.
  const { abrirCaixa } = await import('#emulator/correio/caixa.ts')
  const { criarCorreio } = await import('#server/correio/correio.ts')
  const caixa = await abrirCaixa({ agora: () => relogio.agora() })
  return {
    correio: criarCorreio({ url: caixa.url, de: DE }, { lidoEm: PREFIXO }),
    fechar: caixa.fechar,
    async embutir(app: FastifyInstance, servicos: Servicos) {
      const pagina: FastifyPluginAsync = async (escopo) => {
        escopo.addHook('onRoute', (rota) => {
          rota.config = { ...rota.config, publica: true } as typeof rota.config
          rota.logLevel = 'warn'
        })
        escopo.addHook('onRequest', async (request) => {
          if (request.routeOptions.url?.startsWith(`${PREFIXO}/api/`)) await exigirQuemControla(request, servicos, true)
        })
        plugarPaginaDoCorreio(escopo, caixa.recebidos, () => relogio.agora())
      }
      await app.register(pagina, { prefix: PREFIXO })
    },
  }
}
