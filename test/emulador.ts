import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { expect, test as teste } from 'vitest'
import type { MensagemRecebida, StatusMeta } from '#contract/webhooks-meta.ts'
import { VERSAO } from '#emulator/conta.ts'
import { criarEmulador, type Emulador } from '#emulator/emulador.ts'
import type { OpcoesEmulador } from '#emulator/nucleo.ts'
import type { CloudApi } from '#server/cloud-api/cloud-api.ts'
import { criarCloudApi } from '#server/cloud-api/criar-cloud-api.ts'
import { assinaturaValida } from '#server/whatsapp/assinatura.ts'
import { AgendadorManual } from './agendador.ts'
import { type Chegada, quebrasDaTroca, quebrasDoWebhook, type Troca } from './contrato-meta/contrato.ts'
import { PRAZO_MS } from './espera.ts'

// biome-ignore lint/suspicious/noExplicitAny: what came is what the test judges
type Qualquer = Record<string, any>

/** The emulator and the application's webhook address on real ports, with time moved by the test. */
export class Palco {
  readonly agendador = new AgendadorManual()
  readonly chegadas: Chegada[] = []
  readonly trocas: Troca[] = []
  /** The webhook's next answers; 200 when none is left. */
  readonly respostas: number[] = []
  agora = new Date('2026-11-24T13:00:00.000Z')
  emulador!: Emulador
  base!: string
  readonly #host: string
  #apps: FastifyInstance[] = []
  #clientes: CloudApi[] = []

  /** `host`: an address of this machine that others can reach. */
  constructor(host = '127.0.0.1') {
    this.#host = host
  }

  async abrir(opcoes: Partial<OpcoesEmulador> = {}): Promise<this> {
    const aplicacao = Fastify()
    aplicacao.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_pedido, corpo, pronto) =>
      pronto(null, corpo),
    )
    aplicacao.get('/webhook', async (pedido, resposta) => {
      const consulta = pedido.query as Record<string, string>
      if (consulta['hub.verify_token'] !== this.emulador.conta.verifyToken) return resposta.status(403).send()
      return resposta.type('text/plain').send(consulta['hub.challenge'])
    })
    aplicacao.post('/webhook', async (pedido, resposta) => {
      const corpo = pedido.body as Buffer
      const codigo = this.respostas.shift() ?? 200
      if (codigo === 200) {
        const assinatura = String(pedido.headers['x-hub-signature-256'])
        this.chegadas.push({ corpo, assinatura, json: JSON.parse(corpo.toString()) })
      }
      return resposta.status(codigo).send()
    })
    const webhook = `${await this.#ouvir(aplicacao)}/webhook`

    this.emulador = criarEmulador({
      relogio: { agora: () => this.agora },
      agendador: this.agendador,
      semente: 1,
      ...opcoes,
    })
    const graph = Fastify()
    graph.addHook('onSend', async (pedido, resposta, corpo) => this.#anotar(pedido, resposta, corpo))
    await graph.register(this.emulador.plugin, { prefix: '/emulador' })
    this.base = `${await this.#ouvir(graph)}/emulador`
    if (!(await this.emulador.conectar(webhook))) throw new Error('O aperto de mão falhou.')
    return this
  }

  /** Its webhooks go to this application from now on, over a real port. */
  async ouvidoPor(app: FastifyInstance): Promise<void> {
    const onde = await app.listen({ host: '127.0.0.1', port: 0 })
    if (!(await this.emulador.conectar(`${onde}/api/webhooks/whatsapp`))) throw new Error('O aperto de mão falhou.')
  }

  /** Another client of the same account; by default with that account's token. */
  cliente(outros: Partial<Parameters<typeof criarCloudApi>[0]> = {}): CloudApi {
    const { token, phoneNumberId, businessAccountId } = this.emulador.conta
    const apiUrl = `${this.base}/graph/${VERSAO}`
    const cliente = criarCloudApi({ apiUrl, token, phoneNumberId, businessAccountId, timeoutMs: PRAZO_MS, ...outros })
    this.#clientes.push(cliente)
    return cliente
  }

  /** Advances time here and on the phones, and delivers every webhook due. */
  async passar(ms: number): Promise<void> {
    this.agora = new Date(this.agora.getTime() + ms)
    this.agendador.avancar(ms)
    await this.emulador.idle()
  }

  async aprovado(nome: string, texto: string, exemplos: string[] = []): Promise<void> {
    await this.cliente().criarModelo({ nome, idioma: 'pt_BR', categoria: 'UTILITY', texto, exemplos })
    await this.passar(2000)
  }

  valores(campo = 'messages'): Record<string, unknown>[] {
    const mudancas = this.chegadas.flatMap(({ json }) => json.entry.flatMap(({ changes }) => changes))
    return mudancas.filter(({ field }) => field === campo).map(({ value }) => value)
  }
  get status(): StatusMeta[] {
    return this.valores().flatMap(({ statuses }) => (statuses ?? []) as StatusMeta[])
  }
  get mensagens(): MensagemRecebida[] {
    return this.valores().flatMap(({ messages }) => (messages ?? []) as MensagemRecebida[])
  }

  /** Verified with the application's own function. */
  assinaturaConfere(corpo: Buffer, assinatura: string): boolean {
    return assinaturaValida(this.emulador.conta.appSecret, corpo, assinatura)
  }

  /** A raw call to the Graph API. */
  async graph(metodo: string, caminho: string, corpo?: object, token = this.emulador.conta.token) {
    const resposta = await fetch(`${this.base}/graph/${VERSAO}${caminho}`, {
      method: metodo,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(corpo ? { body: JSON.stringify(corpo) } : {}),
    })
    return { http: resposta.status, headers: resposta.headers, corpo: (await resposta.json()) as Qualquer }
  }
  async controle(metodo: string, caminho: string, corpo?: object) {
    const resposta = await fetch(`${this.base}/api${caminho}`, {
      method: metodo,
      ...(corpo ? { body: JSON.stringify(corpo), headers: { 'content-type': 'application/json' } } : {}),
    })
    return { http: resposta.status, corpo: (await resposta.json()) as Qualquer }
  }

  async fechar(): Promise<void> {
    await Promise.all(this.#clientes.map((cliente) => cliente.fechar()))
    await this.emulador?.fechar()
    await Promise.all(this.#apps.map((app) => app.close()))
  }

  #anotar({ method, url, body }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply, corpo: unknown): void {
    if (!url.includes('/graph/') || typeof corpo !== 'string') return
    const resposta = corpo.startsWith('{') ? JSON.parse(corpo) : corpo
    this.trocas.push({
      metodo: method,
      url,
      corpo: body,
      http: statusCode,
      em: performance.now() - elapsedTime,
      resposta,
      conta: this.emulador.conta,
    })
  }

  /** Violations of Meta's description on the wire. */
  foraDoContrato(): string[] {
    return [...this.trocas.flatMap(quebrasDaTroca), ...this.chegadas.flatMap(quebrasDoWebhook)]
  }

  #ouvir(app: FastifyInstance): Promise<string> {
    this.#apps.push(app)
    return app.listen({ host: this.#host, port: 0 })
  }
}

/** Each test gets its own WhatsApp. */
export const test = teste.extend<{ palco: Palco }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the parameter's shape
  palco: async ({}, usar) => {
    const palco = new Palco()
    await usar(palco)
    await palco.fechar()
    expect(palco.foraDoContrato(), "what went over the wire is as Meta's description says").toEqual([])
  },
})
