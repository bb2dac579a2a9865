import type { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import { letras, type NucleoPix } from './nucleo.ts'
import { ProblemaPix } from './problema.ts'

/** Thrown where OAuth2 answers, in its own words. */
export class RecusaOAuth extends Error {
  readonly http: number
  readonly corpo: { error: string; error_description: string }
  constructor(http: number, error: string, error_description: string) {
    super(error_description)
    this.http = http
    this.corpo = { error, error_description }
  }
}

/** Tokens by client credentials; a call brings one, and the scope that it takes. */
export class Acesso {
  /** Seconds that a token lives. */
  duracaoS = 3_600
  readonly #nucleo: NucleoPix
  readonly #tokens = new Map<string, { escopos: string[]; ateMs: number }>()
  constructor(nucleo: NucleoPix) {
    this.#nucleo = nucleo
  }

  /** `Basic`, or id and secret in the body, a form or JSON. */
  emitir(autorizacao: string | undefined, corpo: Record<string, string>) {
    if (corpo.grant_type !== 'client_credentials')
      throw new RecusaOAuth(400, 'unsupported_grant_type', 'Só client_credentials.')
    const [id, segredo] = credenciais(autorizacao, corpo)
    const cliente = this.#nucleo.clientes.find((um) => um.id === id && um.segredo === segredo)
    if (!cliente) throw new RecusaOAuth(401, 'invalid_client', 'Cliente ou segredo não conferem.')
    const pedidos = (corpo.scope ?? '').split(' ').filter((um) => um !== '')
    const negado = pedidos.find((um) => !cliente.escopos.includes(um))
    if (negado) throw new RecusaOAuth(400, 'invalid_scope', `O escopo ${negado} não foi concedido.`)
    const escopos = pedidos.length > 0 ? pedidos : [...cliente.escopos]
    const access_token = letras(this.#nucleo.acaso, 40)
    this.#tokens.set(access_token, { escopos, ateMs: this.#nucleo.agora().getTime() + this.duracaoS * 1000 })
    return { access_token, token_type: 'Bearer', expires_in: this.duracaoS, scope: escopos.join(' ') }
  }

  exigir(request: FastifyRequest, escopo: string): void {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const concedido = token === undefined ? undefined : this.#tokens.get(token)
    if (!concedido || concedido.ateMs <= this.#nucleo.agora().getTime())
      throw new RecusaOAuth(401, 'invalid_token', 'O token não vale ou expirou.')
    if (!concedido.escopos.includes(escopo))
      throw new ProblemaPix('AcessoNegado', `O token não traz o escopo ${escopo}.`)
  }

  /** Revokes every token. */
  esquecer(): void {
    this.#tokens.clear()
  }
}

function credenciais(autorizacao: string | undefined, corpo: Record<string, string>): [string, string] {
  const basic = /^Basic (.+)$/i.exec(autorizacao ?? '')?.[1]
  if (!basic) return [corpo.client_id ?? '', corpo.client_secret ?? '']
  const [id = '', ...segredo] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  return [id, segredo.join(':')]
}

/** The call came with a certificate that the server's authorities signed. */
export const trouxeCertificado = ({ raw }: FastifyRequest): boolean =>
  (raw.socket as Partial<TLSSocket>).authorized === true
