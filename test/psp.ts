import Fastify, { type FastifyInstance } from 'fastify'
import { CLIENTE_PADRAO, criarPsp, type OpcoesPsp, type Psp } from '#emulator/pix/psp.ts'
import { AgendadorManual } from './agendador.ts'
import type { Pessoa, World } from './world.ts'

export const CHAVE_PIX = '11222333000181'
export const PIX = { chave: CHAVE_PIX, nome: 'Modelo Embalagens Ltda', cidade: 'São Paulo' }

/** A PSP over real HTTP, at an address listed in the environment. What takes it time happens when its test moves `agendador`. */
export class BancoEmulado {
  readonly agendador = new AgendadorManual()
  readonly psp: Psp
  readonly app: FastifyInstance = Fastify()
  /** Every call: `PUT /v2/cob/…`, without its query. */
  readonly pedidos: string[] = []
  /** The ids of the payments made, to be compared. */
  readonly pagos: string[] = []
  base!: string
  readonly #world: World

  constructor(world: World, opcoes: Partial<OpcoesPsp> = {}) {
    this.#world = world
    this.psp = criarPsp({
      relogio: world.relogio,
      agendador: this.agendador,
      semente: 7,
      chaves: [CHAVE_PIX],
      ...opcoes,
    })
  }

  async abrir(): Promise<this> {
    this.app.addHook('onRequest', async ({ method, url }) => void this.pedidos.push(`${method} ${url.split('?')[0]}`))
    await this.app.register(this.psp.plugin, { prefix: '/v2' })
    this.base = await this.app.listen({ host: '127.0.0.1', port: 0 })
    this.#world.nomeados.push(new URL(this.base).host)
    return this
  }

  /** The settings that an administrator enters to receive through it. */
  get acesso() {
    return {
      base_url: `${this.base}/v2`,
      token_url: `${this.base}/v2/oauth/token`,
      client_id: CLIENTE_PADRAO.id,
      client_secret: CLIENTE_PADRAO.segredo,
    }
  }

  /** Makes the company receive through it from now on. */
  async ligar(admin: Pessoa): Promise<void> {
    const corpo = { pix: PIX, psp: this.acesso }
    const { statusCode, body } = await this.#world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', corpo)
    if (statusCode !== 200) throw new Error(`the PSP was not taken: ${body}`)
  }

  async fechar() {
    await this.psp.fechar()
    await this.app.close()
  }
}

/** A company that receives through the test's own PSP. */
export async function comBanco(
  world: World,
  usar: (banco: BancoEmulado, admin: Pessoa) => Promise<void>,
  opcoes: Partial<OpcoesPsp> = {},
): Promise<void> {
  const banco = await new BancoEmulado(world, opcoes).abrir()
  try {
    const admin = await world.criarAdmin()
    await banco.ligar(admin)
    banco.pedidos.length = 0
    await usar(banco, admin)
  } finally {
    await banco.fechar()
  }
}
