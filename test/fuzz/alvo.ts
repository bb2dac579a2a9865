import { ESCOPOS } from '#domain/integracao.ts'
import { portaLivre } from '#server/db/porta.ts'
// @ts-expect-error: plain JavaScript, shared with the conformance runner
import { ADMIN, iniciarAplicacao } from '../aplicacao.mjs'
import { comMedidor, type MedidaDoLoop, medirLoop } from '../event-loop.ts'
import type { Acaso } from './acaso.ts'
import { type Operacao, operacoesDe, type Pedido } from './chamadas.ts'

export const SEGREDO = 'segredo-do-fuzz'
const PRAZO_MS = 60_000
const SENHA_DO_OPERADOR = 'tucano canela rede chuva 41'

export interface Resposta {
  status: number
  tipo: string
  corpo: string
}

interface Aplicacao {
  url: string
  parar(): Promise<void>
  saida(): string
}

interface Tokens {
  admin: string
  operador: string
  programa: string
}

/** The whole program in a separate process, with an administrator, an operator and a few customers. */
export class Alvo {
  readonly #aplicacao: Aplicacao
  readonly #medidor: number
  readonly operacoes: Operacao[]
  readonly #tokens: Tokens
  #operadores = 0

  private constructor(aplicacao: Aplicacao, medidor: number, tokens: Tokens, operacoes: Operacao[]) {
    this.#aplicacao = aplicacao
    this.#medidor = medidor
    this.#tokens = tokens
    this.operacoes = operacoes
  }

  static async iniciar(): Promise<Alvo> {
    const medidor = await portaLivre()
    const aplicacao = await iniciarAplicacao({
      ...comMedidor(medidor),
      COLLECTION_ENGINE: 'off',
      LOG_LEVEL: 'error',
      WHATSAPP_API_URL: 'http://127.0.0.1:9/v23.0',
      WHATSAPP_TOKEN: 'token-do-fuzz',
      WHATSAPP_PHONE_NUMBER_ID: '300000000000001',
      WHATSAPP_BUSINESS_ACCOUNT_ID: '200000000000001',
      WHATSAPP_APP_SECRET: SEGREDO,
      WHATSAPP_VERIFY_TOKEN: 'verificacao-do-fuzz',
    })
    const alvo = new Alvo(aplicacao, medidor, { admin: '', operador: '', programa: '' }, [])
    await alvo.entrar()
    const descricao = await alvo.#pedir('GET', '/api/openapi.json', alvo.#tokens.admin)
    alvo.operacoes.push(...operacoesDe(JSON.parse(descricao.corpo)))
    await alvo.#povoar()
    return alvo
  }

  /** Signs in again whoever an earlier call signed out; replaces an operator who was blocked. */
  async entrar(): Promise<void> {
    if ((await this.#pedir('GET', '/api/me', this.#tokens.admin)).status !== 200)
      this.#tokens.admin = await this.#login(ADMIN.email, ADMIN.senha)
    await this.#ligarPrograma()
    if ((await this.#pedir('GET', '/api/me', this.#tokens.operador)).status === 200) return
    this.#operadores += 1
    const email = `fuzz${this.#operadores}@exemplo.com.br`
    const novo = {
      name: 'Operador de Prova',
      email,
      password: SENHA_DO_OPERADOR,
      password_confirmation: SENHA_DO_OPERADOR,
    }
    const criado = await this.#pedir('POST', '/api/admin/operadores', this.#tokens.admin, JSON.stringify(novo))
    if (criado.status !== 201) throw new Error(`no operator: ${criado.status} ${criado.corpo}`)
    this.#tokens.operador = await this.#login(email, SENHA_DO_OPERADOR)
  }

  /** A call may have revoked its own token. */
  async #ligarPrograma() {
    if ((await this.#pedir('GET', '/api/integracao/openapi.json', this.#tokens.programa)).status !== 401) return
    const pedido = JSON.stringify({ nome: 'Programa de Prova', escopos: ESCOPOS })
    const { status, corpo } = await this.#pedir('POST', '/api/admin/tokens', this.#tokens.admin, pedido)
    if (status !== 201) throw new Error(`no token: ${status} ${corpo}`)
    this.#tokens.programa = JSON.parse(corpo).token
  }

  async #login(email: string, password: string): Promise<string> {
    const { status, corpo } = await this.#pedir('POST', '/api/login', '', JSON.stringify({ email, password }))
    if (status !== 200) throw new Error(`no session: ${status} ${corpo}`)
    return JSON.parse(corpo).token
  }

  async #povoar() {
    const linhas = ['52998224725', '11144477735', '39053344705'].map(
      (cpf, i) => `Cliente ${i};${cpf};1198765000${i};T-${i};10,50;10/12/2026`,
    )
    const formulario = new FormData()
    formulario.set('csv_file', new Blob([['nome;cpf;telefone;titulo;valor;vencimento', ...linhas].join('\n')]), 'a.csv')
    const { status } = await fetch(`${this.#aplicacao.url}/api/operador/clientes/importar-csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#tokens.operador}` },
      body: formulario,
    })
    if (status !== 200) throw new Error(`the customers did not come in: ${status}`)
  }

  #pedir = (metodo: string, caminho: string, token: string, corpo?: string) =>
    this.#enviar(
      metodo,
      caminho,
      { authorization: `Bearer ${token}`, ...(corpo ? { 'content-type': 'application/json' } : {}) },
      corpo,
    )

  /** Each call comes from its own address; otherwise the rate limits of one address would answer all. */
  enviar(acaso: Acaso, { metodo, caminho, cabecalhos, corpo, papel }: Pedido): Promise<Resposta> {
    const endereco = `10.${acaso.ate(256)}.${acaso.ate(256)}.${acaso.ate(256)}`
    const autorizacao: Record<string, string> = papel ? { authorization: `Bearer ${this.#tokens[papel]}` } : {}
    return this.#enviar(
      metodo,
      caminho,
      { 'x-forwarded-for': endereco, ...autorizacao, ...cabecalhos },
      corpo ? new Uint8Array(corpo) : undefined,
    )
  }

  async #enviar(
    method: string,
    caminho: string,
    headers: Record<string, string>,
    body?: string | Uint8Array<ArrayBuffer>,
  ): Promise<Resposta> {
    const semCorpo = method === 'GET' || method === 'HEAD' || body === undefined
    const resposta = await fetch(`${this.#aplicacao.url}${caminho}`, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(PRAZO_MS),
      ...(semCorpo ? {} : { body }),
    })
    const tipo = resposta.headers.get('content-type') ?? ''
    if (!tipo.includes('event-stream')) return { status: resposta.status, tipo, corpo: await resposta.text() }
    await resposta.body?.cancel()
    return { status: resposta.status, tipo, corpo: '' }
  }

  loop = (): Promise<MedidaDoLoop> => medirLoop(this.#medidor)
  saida = () => this.#aplicacao.saida()
  parar = () => this.#aplicacao.parar()
}
