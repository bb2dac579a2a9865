import type { FastifyPluginAsync } from 'fastify'
import { abrirArquivo } from './arquivo.ts'
import { type Comandos, comandosDe } from './comandos.ts'
import type { ContaEmulada } from './conta.ts'
import { Envios } from './envios.ts'
import type { Modelos } from './modelos.ts'
import { type Cenario, montarNucleo, type Nucleo, type OpcoesEmulador } from './nucleo.ts'
import { Personagens } from './personagens.ts'
import { plugarEmulador } from './plugin.ts'
import { Recebidas } from './recebidas.ts'
import type { Entregador } from './webhooks.ts'

export interface Emulador extends Comandos {
  conta: ContaEmulada
  cenario: Cenario
  recebidas: Recebidas
  modelos: Modelos
  webhooks: Entregador
  /** Mount it at any prefix; the Graph base is then `<prefix>/graph/v23.0`. */
  plugin: FastifyPluginAsync
  /** Repeats the handshake with the webhook's address, until it answers or 10 tries failed. */
  conectar(url?: string): Promise<boolean>
  /** Sends accepted, oldest first, as far as remembered. */
  envios(): Envios['aceitos']
  /** Resolves when no webhook is in flight; those scheduled for later do not count. */
  idle(): Promise<void>
  ouvir(aoMudar: (aparelho: string | null) => void): () => void
  fechar(): Promise<void>
}

/** A WhatsApp of our own: the Cloud API's other side, over real HTTP, for development, demonstrations and tests. */
export function criarEmulador(opcoes: OpcoesEmulador): Emulador {
  const ouvintes = new Set<(aparelho: string | null) => void>()
  const nucleo = montarNucleo(opcoes, (aparelho) => {
    for (const ouvinte of ouvintes) ouvinte(aparelho)
  })
  const ouvir = (aoMudar: (aparelho: string | null) => void) => {
    ouvintes.add(aoMudar)
    return () => ouvintes.delete(aoMudar)
  }
  const { entregador, conta, cenario, modelos } = nucleo
  const recebidas = new Recebidas(nucleo)
  const personagens = new Personagens(nucleo, recebidas)
  const envios = new Envios(nucleo, personagens)
  const arquivo = opcoes.arquivo === undefined ? null : abrirArquivo(opcoes.arquivo, nucleo, envios)
  if (arquivo) ouvintes.add(arquivo.gravarDepois)
  const comandos = comandosDe(nucleo, envios)

  return {
    ...comandos,
    conta,
    cenario,
    modelos,
    recebidas,
    webhooks: entregador,
    plugin: async (app) => plugarEmulador(app, { nucleo, comandos, recebidas, envios, ouvir }),
    async conectar(url = opcoes.webhookUrl) {
      if (url === undefined) return false
      return conectar(nucleo, url)
    },
    envios: () => envios.aceitos,
    idle: () => entregador.idle(),
    ouvir,
    async fechar() {
      ouvintes.clear()
      await arquivo?.fechar()
      await entregador.fechar()
    },
  }
}

const TENTATIVAS_DO_HANDSHAKE = 10

async function conectar({ entregador, conta, agendador, mudou }: Nucleo, url: string): Promise<boolean> {
  for (let tentativa = 1; tentativa <= TENTATIVAS_DO_HANDSHAKE; tentativa++) {
    if (await entregador.handshake(url, conta.verifyToken)) {
      entregador.url = url
      mudou(null)
      return true
    }
    if (tentativa < TENTATIVAS_DO_HANDSHAKE)
      await new Promise<void>((depois) => agendador.agendar(tentativa * 200, depois))
  }
  return false
}
