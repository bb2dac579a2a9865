import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { abrirPools, type Pools } from '#server/db/conexao.ts'
import { noServidor, urlDaAplicacao } from './postgres.ts'

/**
 * A database cloned from the template, with connections to it. One world after the other uses it, emptied in between: a clone and
 * connections that know neither tables nor plans cost more than what most tests do.
 */
export interface Base {
  servidor: string
  nome: string
  pools: Pools
  usos: number
  /** Something else may have been left behind in it than rows: it serves no further world. */
  mexida: boolean
}

export const enderecoDe = ({ servidor, nome }: Base) => `${servidor}/${nome}`

/** What rows leave behind when they are deleted makes a database slower and slower. */
const MAIS_USOS = 40
const livres: Base[] = []

export async function tomarBase(servidor: string): Promise<Base> {
  const i = livres.findIndex((base) => base.servidor === servidor)
  const [livre] = i < 0 ? [] : livres.splice(i, 1)
  if (livre) return { ...livre, usos: livre.usos + 1 }
  const nome = `t_${randomUUID().replaceAll('-', '')}`
  // Its files are copied as they are: written to the log page by page, as PostgreSQL would, they cost six times as much.
  await noServidor(servidor, `create database ${nome} template modelo strategy file_copy`)
  const pools = abrirPools(urlDaAplicacao(`${servidor}/${nome}`))
  // Whoever closes their database ends these, which the next world has use for.
  for (const pool of Object.values(pools)) Object.assign(pool, { end: async () => undefined })
  return { servidor, nome, pools, usos: 1, mexida: false }
}

/** Empties it for the next world, or drops what cannot be. */
export async function largarBase(base: Base): Promise<void> {
  const pools = Object.values(base.pools)
  const emUso = pools.some((pool) => pool.waitingCount > 0 || pool.totalCount > pool.idleCount)
  if (!base.mexida && !emUso && base.usos < MAIS_USOS && (await esvaziar(base).catch(() => false)))
    return void livres.push(base)
  await Promise.all(pools.map((pool) => Reflect.apply(pg.Pool.prototype.end, pool, [])))
  await noServidor(base.servidor, `drop database ${base.nome} with (force)`)
}

async function esvaziar({ pools }: Base): Promise<boolean> {
  const { rows } = await pools.pool.query<{ vazia: boolean }>('select de_teste.esvaziar() as vazia')
  return rows[0]?.vazia === true
}
