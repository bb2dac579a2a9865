import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { inject as injetado, test as teste } from 'vitest'
import { type Dia, diaDe } from '#domain/data.ts'
import { buildApp } from '#server/app.ts'
import { armazemEmPasta } from '#server/armazem/armazem.ts'
import { type AmbienteWhatsapp, criarProvedorWhatsapp } from '#server/cloud-api/conta-whatsapp.ts'
import { COPIAS_DE_FABRICA } from '#server/config.ts'
import { criarCorreio } from '#server/correio/correio.ts'
import { type Banco, bancoSobre } from '#server/db/conexao.ts'
import type { Db, NovaLinha } from '#server/db/schema.ts'
import { abrirEscuta } from '#server/jobs/escuta.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { criarProvedorPix } from '#server/psp/provedor.ts'
import { criarSaidaSegura, destinoDe } from '#server/rede/saida-segura.ts'
import type { Servicos } from '#server/servicos.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { type Base, enderecoDe, largarBase, limparBase, tomarBase } from './bases.ts'
import { semPressa } from './espera.ts'
import { executar, noServidor, urlDaAplicacao } from './postgres.ts'
import { INICIO, RelogioDeTeste } from './relogio.ts'

export interface Pessoa {
  id: number
  name: string
  email: string
  token: string
}

/** The WhatsApp account; nothing listens at its address until a test names a server (`usarWhatsapp`). */
const CONTA = {
  apiUrl: 'http://127.0.0.1:9/v23.0',
  token: 'token-de-teste',
  phoneNumberId: '300000000000001',
  businessAccountId: '200000000000001',
  appSecret: 'segredo-de-teste',
  verifyToken: 'verificacao-de-teste',
} satisfies AmbienteWhatsapp

/** The real application on a migrated database that no other test uses at the same time. */
export class World {
  readonly relogio = new RelogioDeTeste()
  readonly pastaDados = mkdtempSync(join(tmpdir(), 'cobranca-mundo-'))
  readonly conta = { ...CONTA }
  /** `host:port` of other private addresses that the environment would allow. */
  readonly nomeados: string[] = []
  readonly #base: Base
  readonly banco: Banco
  readonly servicos: Servicos
  readonly #deInicio: Servicos
  app!: FastifyInstance
  #serie = 0

  constructor(base: Base) {
    this.#base = base
    this.banco = bancoSobre(base.pools)
    const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
    const chaveSecreta = randomBytes(32)
    const saida = criarSaidaSegura({ nomeados: () => [destinoDe(this.conta.apiUrl)!, ...this.nomeados] })
    this.servicos = {
      db: this.banco.db,
      relogio: this.relogio,
      log,
      chaveSecreta,
      pastaDados: this.pastaDados,
      discos: async () => [], // not this machine's
      armazem: armazemEmPasta(join(this.pastaDados, 'midias')),
      origem: 'http://127.0.0.1:3000',
      proxies: ['loopback', '203.0.113.80'],
      metricsToken: null,
      escuta: abrirEscuta(urlDaAplicacao(enderecoDe(base)), log),
      saida,
      whatsapp: criarProvedorWhatsapp({
        db: this.banco.db,
        log,
        chaveSecreta,
        ambiente: this.conta,
        saida,
        emuladorUrl: () => null,
      }),
      pix: criarProvedorPix({ db: this.banco.db, log, chaveSecreta, saida, prazos: semPressa() }),
      // Nothing listens there; tests that read mail put a mail server in its place.
      correio: criarCorreio({ url: 'smtp://127.0.0.1:9', de: 'cobranca@exemplo.com.br' }),
      operacao: {
        copia: COPIAS_DE_FABRICA,
        chaveAnterior: null,
        contaDoAmbiente: this.conta,
      },
      maxPorSegundo: 1_000,
    }
    this.#deInicio = { ...this.servicos }
  }

  get db(): Db {
    return this.banco.db
  }

  /** A test with the address can change more than rows, so its database is not used again. */
  get url(): string {
    return urlDaAplicacao(this.urlDoDono)
  }
  get urlDoDono(): string {
    this.#base.mexida = true
    return enderecoDe(this.#base)
  }

  /** Sends calls to WhatsApp to this base URL, version included, from now on. */
  usarWhatsapp(apiUrl: string) {
    this.conta.apiUrl = apiUrl
    this.servicos.whatsapp.esquecer()
  }

  /** Runs a command as the owner of the tables, for what the program may not do. */
  async comoDono(comando: string): Promise<void> {
    await executar(this.urlDoDono, comando)
  }

  /** Makes new connections read-only, as a provider does when its disk is full. */
  fecharParaEscrita = () => this.#aceitarGravacoes('set default_transaction_read_only = on')
  abrirParaEscrita = () => this.#aceitarGravacoes('reset default_transaction_read_only')

  async #aceitarGravacoes(ajuste: string): Promise<void> {
    const { nome, servidor } = this.#base
    this.#base.mexida = true
    await noServidor(servidor, `alter database ${nome} ${ajuste}`)
    await noServidor(
      servidor,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${nome}'`,
    )
  }

  /**
   * Empties the world for another test of the same application, which keeps what it has in memory: limits, and what it read
   * a moment ago. False when it cannot be used again.
   */
  async recomecar(): Promise<boolean> {
    if (this.app.server.listening || !(await limparBase(this.#base))) return false
    Object.assign(this.servicos, this.#deInicio)
    Object.assign(this.conta, CONTA)
    this.nomeados.length = 0
    this.servicos.whatsapp.esquecer()
    this.servicos.pix.esquecer()
    this.relogio.mover(INICIO)
    this.#serie = 0
    rmSync(this.pastaDados, { recursive: true })
    mkdirSync(this.pastaDados)
    await garantirModelos(this.db, this.relogio.agora())
    return true
  }

  hoje(): Dia {
    return diaDe(this.relogio.agora())
  }

  numero(): number {
    this.#serie += 1
    return this.#serie
  }

  async fechar() {
    await this.app?.close()
    await this.servicos.whatsapp.fechar()
    await this.servicos.pix.fechar()
    await this.servicos.escuta.fechar()
    await this.banco.fechar()
    await largarBase(this.#base)
    rmSync(this.pastaDados, { recursive: true, force: true })
  }

  /** Calls as a signed-in person (or as nobody); JSON in `payload`. */
  chamar(
    pessoa: Pessoa | null,
    method: InjectOptions['method'],
    url: string,
    payload?: object,
    headers = {},
  ): Promise<LightMyRequestResponse> {
    const autorizacao = pessoa ? { authorization: `Bearer ${pessoa.token}` } : {}
    return this.app.inject({
      method,
      url,
      headers: { ...autorizacao, ...headers },
      ...(payload === undefined ? {} : { payload }),
    } as InjectOptions)
  }

  criarAdmin = (campos: Partial<NovaLinha<'usuario'>> = {}) => this.#criarUsuario('admin', campos)
  criarOperador = (campos: Partial<NovaLinha<'usuario'>> = {}) => this.#criarUsuario('operador', campos)

  async #criarUsuario(role: 'admin' | 'operador', campos: Partial<NovaLinha<'usuario'>>): Promise<Pessoa> {
    const n = this.numero()
    const agora = this.relogio.agora()
    const { id, name, email } = await this.db
      .insertInto('usuario')
      .values({
        name: `Pessoa ${n}`,
        email: `pessoa${n}@exemplo.com.br`,
        senha_hash: 'sem-senha',
        role,
        created_at: agora,
        updated_at: agora,
        ...campos,
      })
      .returning(['id', 'name', 'email'])
      .executeTakeFirstOrThrow()
    return { id, name, email, token: await criarSessao(this.db, id, agora, null) }
  }

  /** A customer with accounts (by default one, 5 days overdue) and matching totals. */
  async criarCliente(
    campos: Partial<NovaLinha<'cliente'>> = {},
    contas: Partial<NovaLinha<'conta'>>[] = [{}],
  ): Promise<{ id: number; contatoId: number | null; contas: number[] }> {
    const n = this.numero()
    const agora = this.relogio.agora()
    const telefone = campos.telefone === undefined ? `+55119${String(80_000_000 + n)}` : campos.telefone
    const contatoId = campos.contato_id === undefined ? await this.#contatoDe(telefone) : campos.contato_id
    const linhas = contas.map((conta, i) => this.#conta(conta, `${n}-${i + 1}`))
    const abertas = linhas.filter((linha) => (linha.situacao ?? 'aberta') === 'aberta')
    const status = campos.status ?? (abertas.length > 0 ? 'ativo' : 'concluido')
    const { id } = await this.db
      .insertInto('cliente')
      .values({
        nome: `Cliente ${n}`,
        documento: String(10_000_000_000 + n),
        codigo_externo: `C-${n}`,
        aberto_centavos: abertas.reduce((soma, linha) => soma + linha.valor_centavos - (linha.pago_centavos ?? 0), 0),
        contas_abertas: abertas.length,
        vencimento_mais_antigo: abertas.map((linha) => linha.vencimento_util).sort()[0] ?? null,
        created_at: agora,
        updated_at: agora,
        ...(status === 'aguardando_atendimento' ? { aguardando_desde: agora, aguardando_motivo: 'respondeu' } : {}),
        ...(status === 'pausado' ? { motivo_pausa: 'Pediu prazo' } : {}),
        ...campos,
        status,
        telefone,
        contato_id: contatoId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (linhas.length === 0) return { id, contatoId, contas: [] }
    const criadas = await this.db
      .insertInto('conta')
      .values(linhas.map((linha) => ({ ...linha, cliente_id: id })))
      .returning('id')
      .execute()
    return { id, contatoId, contas: criadas.map((conta) => conta.id) }
  }

  #conta(campos: Partial<NovaLinha<'conta'>>, numero: string) {
    const agora = this.relogio.agora()
    const vencimento = campos.vencimento ?? new Date(agora.getTime() - 5 * 86_400_000).toISOString().slice(0, 10)
    return {
      numero,
      valor_centavos: 10_000,
      emissao: vencimento,
      vencimento_util: vencimento,
      origem: 'manual' as const,
      created_at: agora,
      updated_at: agora,
      ...campos,
      vencimento,
    }
  }

  async #contatoDe(telefone: string | null): Promise<number | null> {
    if (!telefone) return null
    const canonico = telefone.replace(/\D/g, '').replace(/^(55\d\d)9(\d{8})$/, '$1$2')
    const { id } = await this.db
      .insertInto('contato')
      .values({ canonico, hash: Buffer.from(canonico) })
      .onConflict((c) => c.column('canonico').doUpdateSet({ canonico }))
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
}

/** The application on an empty, migrated database. */
export async function criarWorld(servidor: string): Promise<World> {
  const world = new World(await tomarBase(servidor))
  await garantirModelos(world.db, world.relogio.agora())
  world.app = await buildApp(world.servicos)
  await world.app.ready()
  return world
}

/** Each test gets a world of its own. */
export const test = teste.extend<{ world: World }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the parameter's shape
  world: async ({}, usar) => {
    const world = await criarWorld(injetado('postgres'))
    await usar(world)
    await world.fechar()
  },
})
