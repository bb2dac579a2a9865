import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { esperarNaTrava } from '#test/espera.ts'
import { test } from '#test/world.ts'
import { abrirBanco } from './conexao.ts'
import { preparada } from './preparada.ts'

test('many short reads at once share few connections, each with its own answer, and give them back', async ({
  world,
}) => {
  const { db, pool, fechar } = abrirBanco(world.url)
  const ler = async (n: number) =>
    (await preparada(db, sql<{ n: number; pid: number }>`select ${n}::int as n, pg_backend_pid() as pid`.compile(db)))
      .rows[0]!
  try {
    const lidas = await Promise.all(Array.from({ length: 40 }, (_, n) => ler(n)))
    expect(lidas.map(({ n }) => n)).toEqual(Array.from({ length: 40 }, (_, n) => n))
    expect(new Set(lidas.map(({ pid }) => pid)).size).toBeLessThan(12)
    expect(pool.idleCount).toBe(pool.totalCount)
    // A connection that was shared is one like any other afterwards.
    expect(await db.transaction().execute(async (trx) => (await sql`select 1`.execute(trx)).rows)).toHaveLength(1)
  } finally {
    await fechar()
  }
})

test('a failing statement fails alone, and nothing is queued behind a slow one', async ({ world }) => {
  const { db, pool, fechar } = abrirBanco(world.url)
  const dividir = (n: number) => preparada(db, sql<{ r: number }>`select 12 / ${n}::int as r`.compile(db))
  const esperarVez = () => preparada(db, sql`select pg_advisory_xact_lock(${7}::int)`.compile(db))
  try {
    const juntas = await Promise.allSettled([dividir(1), dividir(0), dividir(2)])
    expect(juntas.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await dividir(3)).rows).toEqual([{ r: 4 }])
    let lenta = Promise.resolve<unknown>(null)
    await world.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(7)`.execute(trx)
      lenta = esperarVez()
      await esperarNaTrava(world.db)
      const deVerdade = performance.now.bind(performance)
      const relogio = vi.spyOn(performance, 'now').mockImplementation(() => deVerdade() + 20)
      onTestFinished(() => relogio.mockRestore())
      expect((await dividir(4)).rows).toEqual([{ r: 3 }])
    })
    await lenta
    expect(pool.idleCount).toBe(pool.totalCount)
  } finally {
    await fechar()
  }
})

test('a lost connection fails only the statements sent over it', async ({ world }) => {
  const { db, fechar } = abrirBanco(world.url, { aoFalhar: () => undefined })
  const eu = async () =>
    (await preparada(db, sql<{ pid: number }>`select pg_backend_pid() as pid`.compile(db))).rows[0]!.pid
  try {
    const pid = await eu()
    await world.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(7)`.execute(trx)
      const perdida = preparada(db, sql`select pg_advisory_xact_lock(${7}::int)`.compile(db))
      const falhou = expect(perdida).rejects.toThrow()
      await esperarNaTrava(world.db)
      await sql`select pg_terminate_backend(${pid})`.execute(db)
      await falhou
    })
    expect(await eu()).not.toBe(pid)
  } finally {
    await fechar()
  }
})
