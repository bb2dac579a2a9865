import type { ChildProcess } from 'node:child_process'
import { expect } from 'vitest'
// @ts-expect-error: plain JavaScript, shared with the conformance runner
import { iniciarAplicacao } from './aplicacao.mjs'
import { test as comPalco } from './com-palco.ts'
import type { Palco } from './emulador.ts'
import { esperarAte } from './espera.ts'
import type { Pessoa, World } from './world.ts'

interface Aplicacao {
  url: string
  processo: ChildProcess
  terminou: Promise<unknown>
  parar(): Promise<void>
}

/** The program in a separate process, on this world's database and with its WhatsApp account. */
export class Processo {
  readonly url: string
  readonly #processo: Aplicacao

  private constructor(processo: Aplicacao) {
    this.#processo = processo
    this.url = processo.url
  }

  /** Its clock starts at the world's time, and its engine selects nobody by itself. `por`: a command that runs it, such as on another machine. */
  static async iniciar(world: World, ambiente: Record<string, string> = {}, por: string[] = []): Promise<Processo> {
    const { apiUrl, token, phoneNumberId, businessAccountId, appSecret, verifyToken } = world.conta
    const variaveis = {
      DATABASE_URL: world.url,
      SECRET_KEY: world.servicos.chaveSecreta.toString('base64'),
      DATA_DIR: world.pastaDados,
      CLOCK_START: world.relogio.agora().toISOString(),
      COLLECTION_ENGINE: 'off',
      LOG_LEVEL: 'warn',
      WHATSAPP_API_URL: apiUrl,
      WHATSAPP_TOKEN: token,
      WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
      WHATSAPP_BUSINESS_ACCOUNT_ID: businessAccountId,
      WHATSAPP_APP_SECRET: appSecret,
      WHATSAPP_VERIFY_TOKEN: verifyToken,
      ...ambiente,
    }
    return new Processo(await iniciarAplicacao(variaveis, por))
  }

  chamar(pessoa: Pessoa, metodo: string, caminho: string, corpo?: object | FormData): Promise<Response> {
    const json = corpo !== undefined && !(corpo instanceof FormData)
    return fetch(`${this.url}${caminho}`, {
      method: metodo,
      headers: { authorization: `Bearer ${pessoa.token}`, ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(corpo === undefined ? {} : { body: json ? JSON.stringify(corpo) : (corpo as FormData) }),
    })
  }

  /** Kills it, as a power cut would. */
  async matar(): Promise<void> {
    this.#processo.processo.kill('SIGKILL')
    await this.#processo.terminou
  }

  /** Freezes it like a suspended machine: its connections stay open, but nothing moves. */
  congelar = () => this.#processo.processo.kill('SIGSTOP')
  acordar = () => this.#processo.processo.kill('SIGCONT')

  parar(): Promise<void> {
    this.acordar()
    return this.#processo.parar()
  }
}

/** A world with a WhatsApp emulator, and programs that are stopped when the test ends. */
export const test = comPalco.extend<{
  iniciar: (ambiente?: Record<string, string>, por?: string[]) => Promise<Processo>
}>({
  iniciar: async ({ world, palco: _ }, usar) => {
    const processos: Processo[] = []
    await usar(async (ambiente = {}, por = []) => {
      const processo = await Processo.iniciar(world, ambiente, por)
      processos.push(processo)
      return processo
    })
    await Promise.all(processos.map((processo) => processo.parar()))
  },
})

/** Delivers the emulator's webhooks to these processes in turn, until all are delivered and processed. */
export async function levarWebhooks(world: World, palco: Palco, processos: readonly Processo[]): Promise<void> {
  await palco.passar(30_000) // sent, delivered and read all fall due
  for (const [i, { corpo, assinatura }] of palco.chegadas.splice(0).entries()) {
    const resposta = await fetch(`${processos[i % processos.length]!.url}/api/webhooks/whatsapp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': assinatura },
      body: new Uint8Array(corpo),
    })
    if (resposta.status !== 200) throw new Error(`the webhook answered ${resposta.status}`)
  }
  await esperarAte('the inbox is empty', async () => {
    const linhas = await world.db
      .selectFrom('evento_recebido')
      .select('id')
      .where('processado_em', 'is', null)
      .limit(1)
      .execute()
    return linhas.length === 0
  })
}

/**
 * Waits until every message has the outcome that Meta's log implies: accepted if Meta has it; unknown if it was marked but Meta
 * does not have it, unless a process that resumes knows that it never left. Returns what Meta accepted, each once.
 */
export async function fimDeCada(world: World, palco: Palco, processos: readonly Processo[]): Promise<Set<string>> {
  const aceitas = () => new Set(palco.emulador.envios().map(({ referencia }) => referencia ?? ''))
  await esperarAte('each was accepted, or its outcome is unknown', async () => {
    await levarWebhooks(world, palco, processos)
    const mensagens = await world.db.selectFrom('mensagem').select(['referencia', 'envio']).execute()
    const vistas = aceitas()
    return mensagens.every(({ referencia, envio }) => envio === (vistas.has(referencia) ? 'aceita' : 'desconhecida'))
  })
  expect(palco.emulador.envios()).toHaveLength(aceitas().size)
  return aceitas()
}

/** True when nothing waits to be sent and nothing is in transit. */
export const saidaVazia = (world: World) =>
  esperarAte('the outbox is empty', async () => {
    const linhas = await world.db
      .selectFrom('mensagem')
      .select('id')
      .where('envio', 'in', ['fila', 'reivindicada', 'enviando'])
      .limit(1)
      .execute()
    return linhas.length === 0
  })
