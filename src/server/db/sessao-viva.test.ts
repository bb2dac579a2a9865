import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { expect } from 'vitest'
import { esperarAte, PRAZO_MS } from '#test/espera.ts'
import { test, type World } from '#test/world.ts'
import { abrirBanco } from './conexao.ts'
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

/** Refuses the first statement that says so, as a cancelled one is; the others run. */
function recusarUma(dita: RegExp): KyselyPlugin {
  let recusada = false
  return {
    transformQuery({ node }) {
      if (recusada || !dita.test(JSON.stringify(node))) return node
      recusada = true
      throw new Error('canceling statement due to user request')
    },
    transformResult: async ({ result }) => result,
  }
}

test('locks that a session could not be told to release end with it, and no connection takes them back to the others', async ({
  world,
  onTestFinished,
}) => {
  const outroNo = abrirBanco(world.url)
  onTestFinished(outroNo.fechar)
  const prazos = { heartbeat: 60_000, silencio: 2 * PRAZO_MS } // its silence ends it too late
  await world.db
    .connection()
    .execute((conexao) => comSessaoViva(conexao.withPlugin(recusarUma(/unlock_all/)), () => trancar(conexao), prazos))
  await esperarAte('another node takes it', () => outroNo.db.connection().execute(trancar))
  expect((await sql<{ um: number }>`select 1 as um`.execute(world.db)).rows).toEqual([{ um: 1 }])
})

/** That its process spoke to this session twice more, while nobody else used it. */
async function falarem({ db }: World, sessao: Kysely<Database>) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(sessao)
  const vistas = new Set<string>()
  await esperarAte('it was spoken to', async () => {
    const { rows: agora } = await sql<{ em: string }>`
      select state_change as em from pg_stat_activity where pid = ${rows[0]!.pid}`.execute(db)
    return vistas.add(agora[0]!.em).size > 2
  })
}

test('one whose process works is spoken to again and again, and has no timeout afterwards', async ({ world }) => {
  await world.db.connection().execute(async (conexao) => {
    const limite = async () =>
      (await sql<{ limite: string }>`select current_setting('idle_session_timeout') as limite`.execute(conexao)).rows
    const prazos = { heartbeat: 50, silencio: PRAZO_MS }
    await comSessaoViva(
      conexao,
      async () => {
        expect(await limite()).toEqual([{ limite: `${PRAZO_MS / 1_000}s` }])
        await falarem(world, conexao)
      },
      prazos,
    )
    expect(await limite()).toEqual([{ limite: '0' }])
  })
})

test('a transaction whose work others do is not left idle', async ({ world }) => {
  await world.db.transaction().execute((trx) => comTransacaoViva(trx, () => falarem(world, trx), 50))
})
