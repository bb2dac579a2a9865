import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import { esperarAte } from '#test/espera.ts'
import { test } from '#test/world.ts'
import type { Database } from './schema.ts'
import { comSessaoViva, comTransacaoViva } from './sessao-viva.ts'

const trancar = async (conexao: Kysely<Database>) =>
  (await sql<{ obtida: boolean }>`select pg_try_advisory_lock(7) as obtida`.execute(conexao)).rows[0]?.obtida === true

test('a session that goes silent loses its locks, and writes nothing more', async ({ world }) => {
  const { db } = world
  const prazos = { heartbeat: 60_000, silencio: 300 }
  const calada = db.connection().execute((conexao) =>
    comSessaoViva(
      conexao,
      async () => {
        expect(await trancar(conexao)).toBe(true)
        await esperarAte('another holds it', () => db.connection().execute(trancar))
        await sql`create table escrita_sem_a_trava ()`.execute(conexao)
      },
      prazos,
    ),
  )
  await expect(calada).rejects.toThrow()
  expect((await sql`select from pg_class where relname = 'escrita_sem_a_trava'`.execute(db)).rows).toEqual([])
})

test('one whose process works keeps them while idle, and has no timeout afterwards', async ({ world }) => {
  await world.db.connection().execute(async (conexao) => {
    await comSessaoViva(
      conexao,
      async () => {
        expect(await trancar(conexao)).toBe(true)
        const desde = performance.now()
        await esperarAte('its limit passed', () => performance.now() - desde > 1_500)
        expect(await world.db.connection().execute(trancar)).toBe(false)
      },
      { heartbeat: 50, silencio: 1_000 },
    )
    await sql`select pg_advisory_unlock(7)`.execute(conexao)
    expect((await sql`select current_setting('idle_session_timeout') as limite`.execute(conexao)).rows).toEqual([
      { limite: '0' },
    ])
  })
})

test('a transaction whose work others do is not ended as idle', async ({ world }) => {
  await world.db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = '1s'`.execute(trx)
    const desde = performance.now()
    await comTransacaoViva(trx, () => esperarAte('its limit passed', () => performance.now() - desde > 1_500), 50)
    expect((await sql`select 1 as um`.execute(trx)).rows).toEqual([{ um: 1 }])
  })
})
