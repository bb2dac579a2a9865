import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { abrirPools, type Pools } from '#server/db/conexao.ts'
import { PRAZO_MS } from './espera.ts'
import { abrirUma, noServidor, urlDaAplicacao } from './postgres.ts'

/**
 * A database cloned from the template, with its connection pools. Worlds use it one after another, emptied in between: a new clone
 * and connections with empty plan caches cost more than most tests do.
 */
export interface Base {
  servidor: string
  nome: string
  pools: Pools
  /** Apart from the pools: `esvaziar` makes its connection forget all plans, because it turns triggers off. */
  limpeza: pg.Pool
  usos: number
  /** A test may have left more in it than rows, so it is not used again. */
  mexida: boolean
}

export const enderecoDe = ({ servidor, nome }: Base) => `${servidor}/${nome}`

/** What waits, or idles in a transaction, for something of a busy machine is not ended before its test. */
const SEM_PRESSA = {
  limites: { statement_timeout: PRAZO_MS, lock_timeout: PRAZO_MS, idle_in_transaction_session_timeout: PRAZO_MS },
  buscaMs: PRAZO_MS,
  respostaMs: 2 * PRAZO_MS,
}

/** Dead rows make a database slower with each use. */
const MAIS_USOS = 40
const livres: Base[] = []

export async function tomarBase(servidor: string): Promise<Base> {
  const i = livres.findIndex((base) => base.servidor === servidor)
  const [livre] = i < 0 ? [] : livres.splice(i, 1)
  if (livre) return livre
  const nome = `t_${randomUUID().replaceAll('-', '')}`
  // Copies the template's files; PostgreSQL's default strategy logs every page, which costs six times as much.
  await noServidor(servidor, `create database ${nome} template modelo strategy file_copy`)
  const pools = abrirPools(urlDaAplicacao(`${servidor}/${nome}`), SEM_PRESSA)
  // A world closes its database at its end; the pools stay open for the next one.
  for (const pool of Object.values(pools)) {
    Object.assign(pool, { end: async () => undefined })
    pool.on('connect', porNome)
  }
  return { servidor, nome, pools, limpeza: abrirUma(urlDaAplicacao(`${servidor}/${nome}`)), usos: 1, mexida: false }
}

/** Empties the database for the next test; false when that is not possible. */
export async function limparBase(base: Base): Promise<boolean> {
  const emUso = Object.values(base.pools).some((pool) => pool.waitingCount > 0 || pool.totalCount > pool.idleCount)
  if (base.mexida || emUso || base.usos >= MAIS_USOS) return false
  base.usos += 1
  return await esvaziar(base).catch(() => false)
}

/** Empties the database for the next world, or drops it when that is not possible. */
export async function largarBase(base: Base): Promise<void> {
  if (await limparBase(base)) return void livres.push(base)
  await Promise.all(Object.values(base.pools).map((pool) => Reflect.apply(pg.Pool.prototype.end, pool, [])))
  await noServidor(base.servidor, `drop database ${base.nome} with (force)`)
}

async function esvaziar({ limpeza }: Base): Promise<boolean> {
  const { rows } = await limpeza.query<{ vazia: boolean }>('select de_teste.esvaziar() as vazia')
  return rows[0]?.vazia === true
}

/** All statements with values that any world has run. */
const nomes = new Map<string, string>()

/** A plan of `*` fails once its table, perhaps a temporary one, has other columns. */
const DE_TUDO = /(select|returning) \*|\.\*/i

/** Runs every statement by name: planning them again in each world was an eighth of these tests' processor time. */
function porNome(conexao: pg.PoolClient) {
  const query = conexao.query.bind(conexao) as (...pedido: unknown[]) => unknown
  conexao.query = ((text: unknown, values: unknown, ...resto: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values) || DE_TUDO.test(text)) return query(text, values, ...resto)
    if (!nomes.has(text)) nomes.set(text, `t${nomes.size}`)
    return query({ name: nomes.get(text), text, values }, ...resto)
  }) as pg.PoolClient['query']
}
