import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { VERSAO } from '#emulator/conta.ts'
import { cpf } from '#server/demonstracao/pessoas.ts'
// @ts-expect-error: plain JavaScript, shared with the conformance runner
import { ADMIN, iniciarAplicacao } from './aplicacao.mjs'
import { Palco } from './emulador.ts'
import { esperarAte } from './espera.ts'

const QUANTAS = 120
const SENHA = 'Jacaranda-4417-rosa'

const pasta = mkdtempSync(join(tmpdir(), 'cobranca-queda-'))
chmodSync(pasta, 0o711) // as root PostgreSQL is another user, who must pass through
const aoFim: (() => unknown)[] = [() => rmSync(pasta, { recursive: true, force: true })]
afterEach(async () => {
  for (const fazer of aoFim.reverse()) await fazer()
})

interface Aplicacao {
  url: string
  processo: { kill(sinal: string): void }
  terminou: Promise<unknown>
  parar(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: what came is what the test judges
type Qualquer = any

/** The program with its own database in a folder, observed only through its API. */
class Inteira {
  readonly #aplicacao: Aplicacao

  private constructor(aplicacao: Aplicacao) {
    this.#aplicacao = aplicacao
  }

  parar = (): Promise<void> => this.#aplicacao.parar()

  static async iniciar({ base, emulador: { conta } }: Palco, em: string): Promise<Inteira> {
    const aplicacao = await iniciarAplicacao({
      DATA_DIR: pasta,
      CLOCK_START: em,
      COLLECTION_ENGINE: 'off',
      LOG_LEVEL: 'error',
      WHATSAPP_MAX_MPS: '100',
      WHATSAPP_API_URL: `${base}/graph/${VERSAO}`,
      WHATSAPP_TOKEN: conta.token,
      WHATSAPP_PHONE_NUMBER_ID: conta.phoneNumberId,
      WHATSAPP_BUSINESS_ACCOUNT_ID: conta.businessAccountId,
      WHATSAPP_APP_SECRET: conta.appSecret,
      WHATSAPP_VERIFY_TOKEN: conta.verifyToken,
    })
    aoFim.push(aplicacao.parar)
    return new Inteira(aplicacao)
  }

  /** A power cut: Node and PostgreSQL are killed at once. */
  async matarTudo() {
    const postmaster = Number.parseInt(readFileSync(join(pasta, 'postgresql', 'postmaster.pid'), 'utf8'), 10)
    process.kill(postmaster, 'SIGKILL')
    this.#aplicacao.processo.kill('SIGKILL')
    await this.#aplicacao.terminou
  }

  async pedir(metodo: string, caminho: string, token: string | null, corpo?: object) {
    const formulario = corpo instanceof FormData
    const resposta = await fetch(`${this.#aplicacao.url}${caminho}`, {
      method: metodo,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(corpo && !formulario ? { 'content-type': 'application/json' } : {}),
      },
      ...(corpo ? { body: formulario ? corpo : JSON.stringify(corpo) } : {}),
    })
    if (!resposta.ok) throw new Error(`${metodo} ${caminho}: ${resposta.status} ${await resposta.text()}`)
    return resposta
  }

  async ler(...pedido: Parameters<Inteira['pedir']>): Promise<Qualquer> {
    return (await this.pedir(...pedido)).json()
  }

  async entrar(email: string, password: string): Promise<string> {
    return (await this.ler('POST', '/api/login', null, { email, password })).token
  }

  /** Every webhook the emulator has made, as Meta would deliver it. */
  async levar(palco: Palco) {
    await palco.passar(30_000)
    for (const { corpo, assinatura } of palco.chegadas.splice(0)) {
      const resposta = await fetch(`${this.#aplicacao.url}/api/webhooks/whatsapp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': assinatura },
        body: new Uint8Array(corpo),
      })
      expect(resposta.status).toBe(200)
    }
  }

  async naFila(): Promise<number> {
    const texto = await (await this.pedir('GET', '/metrics', null)).text()
    const [saida, entrada] = ['saida', 'entrada'].map((fila) =>
      Number(new RegExp(`^cobranca_fila\\{fila="${fila}"\\} (\\d+)$`, 'm').exec(texto)?.[1]),
    )
    return saida! + entrada!
  }

  /** The status of each message to each phone. */
  async situacoes(token: string): Promise<Map<string, string[]>> {
    const clientes: { id: number; telefone: string }[] = []
    for (const page of [1, 2]) {
      const { data } = await this.ler('GET', `/api/operador/clientes/ativos?per_page=100&page=${page}`, token)
      clientes.push(...data)
    }
    const pares = clientes.map(async ({ id, telefone }) => {
      const { data } = await this.ler('GET', `/api/operador/clientes/${id}/mensagens`, token)
      return [telefone, data.map(({ status }: { status: string }) => status)] as const
    })
    return new Map(await Promise.all(pares))
  }
}

test('program and database killed at once while sending: nothing is lost, nothing is sent twice', async () => {
  const palco = await new Palco().abrir({ vazaoPorSegundo: 1_000_000, leSozinho: false })
  aoFim.push(() => palco.fechar())
  const morta = await Inteira.iniciar(palco, '2026-11-24T10:00:00-03:00')
  const admin = await morta.entrar(ADMIN.email, ADMIN.senha)
  const operadora = { name: 'Ana', email: 'ana@exemplo.com.br', password: SENHA, password_confirmation: SENHA }
  await morta.pedir('POST', '/api/admin/operadores', admin, operadora)
  const ana = await morta.entrar(operadora.email, SENHA)
  const formulario = new FormData()
  formulario.set('csv_file', new Blob([planilha()]), 'clientes.csv')
  await morta.pedir('POST', '/api/operador/clientes/importar-csv', ana, formulario)
  for (const _ of ['submitted', 'approved']) {
    await morta.pedir('POST', '/api/admin/configuracoes/mensagens/sincronizar', admin)
    await palco.passar(5_000)
  }
  Object.assign(palco.emulador.cenario.caos, { lentidao: 1, lentidaoMs: 100 }) // so that some are in transit
  const rodada = await morta.ler('POST', '/api/admin/cobranca/executar', admin, {})
  expect(rodada).toMatchObject({ enfileiradas: QUANTAS })
  await esperarAte('forty were sent', () => {
    palco.agendador.avancar(20)
    return palco.emulador.envios().length >= 40
  })
  await morta.matarTudo()
  palco.emulador.cenario.caos.lentidao = 0
  await palco.passar(1_000) // what had left is accepted, and no process is there to receive its statuses
  expect(palco.emulador.envios().length).toBeLessThan(QUANTAS)

  const outra = await Inteira.iniciar(palco, '2026-11-24T10:05:00-03:00')
  let situacoes = new Map<string, string[]>()
  const aceitas = () => palco.emulador.envios().map(({ telefone }) => telefone)
  await esperarAte('all that was accepted is known, and nothing waits', async () => {
    await outra.levar(palco)
    if ((await outra.naFila()) > 0) return false
    situacoes = await outra.situacoes(ana)
    return aceitas().every((telefone) => situacoes.get(telefone)?.[0] === 'entregue')
  })
  await outra.parar() // messages in transit finish before the program exits
  const enviadas = aceitas()
  expect(new Set(enviadas).size).toBe(enviadas.length)
  expect(situacoes.size).toBe(QUANTAS)

  // Each phone has one message: known to be delivered, or interrupted in transit, waiting for proof and never sent again.
  const terceira = await Inteira.iniciar(palco, '2026-11-24T10:10:00-03:00')
  await terceira.levar(palco)
  await esperarAte('nothing waits', async () => (await terceira.naFila()) === 0)
  expect(aceitas()).toEqual(enviadas)
  for (const [telefone, mensagens] of await terceira.situacoes(ana))
    expect([telefone, mensagens]).toEqual([telefone, [enviadas.includes(telefone) ? 'entregue' : 'pendente']])
})

/** This many customers, each with an account five days late. */
const planilha = (): string =>
  [
    'nome;documento;telefone;conta_numero;valor;vencimento',
    ...Array.from({ length: QUANTAS }, (_, i) => {
      const telefone = `1198${String(i).padStart(7, '0')}`
      return `Cliente ${i};${cpf(100_000_000 + i)};${telefone};T-${i};10,50;19/11/2026`
    }),
    '',
  ].join('\n')
