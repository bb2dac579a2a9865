import type { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Caminho } from './enderecos.ts'
import { nomeDoTexto } from './preparada.ts'

/** Of PostgreSQL: this session may not write. */
export const SO_LEITURA = '25006'

/** Which of the servers new connections are opened to: the next one after each that fails them. */
export interface Failover {
  atual(): Caminho
  /** That server failed: moves on, unless another caller already did. */
  passar(de: Caminho): void
}

export function criarFailover(caminhos: readonly Caminho[]): Failover {
  let qual = 0
  return {
    atual: () => caminhos[qual]!,
    passar(de) {
      if (caminhos[qual] === de) qual = (qual + 1) % caminhos.length
    },
  }
}

/** `pg`'s `query_timeout`: nobody waits for that answer any more, and the next query would wait behind it. */
const SEM_RESPOSTA = 'Query read timeout'
/** PostgreSQL's code for a prepared statement whose table changed: only a new connection plans it again. */
const PLANO_VENCIDO = '0A000'

/** A pool's connection to the server whose turn it is; one whose server does not answer ends. */
export interface ClienteComFailover extends pg.Client {
  /** The server only reads: a standby, or a primary shut to writing. Not to be used again. */
  soLe: boolean
}

export const clienteDo = (failover: Failover, opcoes: pg.ClientConfig) =>
  class extends pg.Client implements ClienteComFailover {
    soLe = false

    constructor(doPool: pg.ClientConfig) {
      const caminho = failover.atual()
      super({ ...doPool, ...opcoes, connectionString: caminho.url })
      let atendeu = false
      this.once('connect', () => {
        atendeu = true
      })
      this.once('end', () => {
        if (!atendeu || this.soLe) failover.passar(caminho)
      })
      const { connection } = this as unknown as { connection: EventEmitter }
      connection.on('errorMessage', ({ code }: { code?: string }) => {
        this.soLe ||= code === SO_LEITURA
      })
    }

    override query = ((...pedido: Parameters<pg.Client['query']>) => {
      const resposta: unknown = super.query(...porNome(pedido))
      if (resposta instanceof Promise)
        resposta.catch((erro: unknown) => {
          const { message, code } = erro as { message?: string; code?: string }
          if (message === SEM_RESPOSTA || code === PLANO_VENCIDO) void this.end()
        })
      return resposta
    }) as pg.Client['query']
  }

/** Adds the name of a prepared statement, which the connection then plans only once. */
function porNome(pedido: Parameters<pg.Client['query']>): Parameters<pg.Client['query']> {
  const [text, values] = pedido as unknown[]
  const name = typeof text === 'string' && Array.isArray(values) ? nomeDoTexto(text) : undefined
  return name === undefined ? pedido : ([{ name, text, values }] as unknown as Parameters<pg.Client['query']>)
}
