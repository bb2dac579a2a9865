import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { abrirBanco, aindaNaoAtende } from '#server/db/conexao.ts'
import { falhaDoAmbiente } from '#server/http/falhas-do-ambiente.ts'
import { Canal } from '#test/canal.ts'
import { esperarAte, PRAZO_MS } from '#test/espera.ts'
import { test } from '#test/world.ts'
import { comTravaGlobal, type Trava } from './trava.ts'

/** No holder loses its lock because the machine is busy. */
const SEM_PRESSA = { heartbeat: PRAZO_MS, resposta: PRAZO_MS, validade: PRAZO_MS, sessao: PRAZO_MS }

test('the holder of a global lock learns that its connection was lost, and another may take it', async ({ world }) => {
  const { db } = world
  const turno = comTravaGlobal(db, 'um', async (trava) => {
    await trava.conferir()
    expect(await comTravaGlobal(db, 'um', async () => 'dois ao mesmo tempo')).toBeUndefined()
    await sql`select pg_terminate_backend(pid, 10000) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and pid <> pg_backend_pid()`.execute(db)
    expect(await comTravaGlobal(db, 'um', async () => 'outro')).toBe('outro')
    await trava.conferir()
    return 'seguiu sem a trava'
  })
  await expect(turno).rejects.toSatisfy(aindaNaoAtende)
  expect(await comTravaGlobal(db, 'um', async () => 'livre')).toBe('livre')
})

test('however many locks are held, some connections are left for the work that they are for', async ({
  world,
  onTestFinished,
}) => {
  const { db, fechar } = abrirBanco(world.url, { conexoes: 6 })
  onTestFinished(fechar)
  const nomes = Array.from({ length: 8 }, (_, i) => `trabalho ${i}`)
  const trabalhar = (nome: string) =>
    comTravaGlobal(db, nome, async () => (await sql`select pg_sleep(0.05)`.execute(db)).rows.length)
  expect(await Promise.all(nomes.map(trabalhar))).toEqual(nomes.map(() => 1))
})

test('a holder that goes silent loses the lock, and knows it by its own clock before it asks', async ({ world }) => {
  const { db } = world
  const calado = { ...SEM_PRESSA, validade: 300, sessao: 500 }
  let presa: Trava | undefined
  const fim = Promise.withResolvers<void>()
  const turno = comTravaGlobal(
    db,
    'um',
    async (trava) => {
      presa = trava
      await fim.promise
      await trava.executar(sql`create table escrita_sem_a_trava ()`)
    },
    calado,
  )
  await expect.poll(() => presa).toBeDefined() // asked at once, whose connection is ready first would have it
  let tomada = false
  await esperarAte('another holds it', async () => {
    await comTravaGlobal(db, 'um', async () => {
      tomada = true
      expect(presa?.valida()).toBe(false)
    })
    return tomada
  })
  fim.resolve()
  await expect(turno).rejects.toThrow()
  expect((await sql`select from pg_class where relname = 'escrita_sem_a_trava'`.execute(db)).rows).toEqual([])
})

test('a lock whose session PostgreSQL would not set up is not kept by a connection that goes back to the others', async ({
  world,
}) => {
  const { db } = world
  const recusados = { ...SEM_PRESSA, sessao: 1e12 }
  await expect(comTravaGlobal(db, 'um', async () => 'sem limites', recusados)).rejects.toThrow(/idle_session_timeout/)
  const deOutroNo = abrirBanco(world.url)
  expect(await comTravaGlobal(deOutroNo.db, 'um', async () => 'livre')).toBe('livre')
  await deOutroNo.fechar()
})

test('a holder that lives speaks to its session again and again, and leaves none of it behind', async ({ world }) => {
  const { db } = world
  const vivo = { ...SEM_PRESSA, heartbeat: 50 }
  const deVerdade = performance.now.bind(performance)
  await comTravaGlobal(
    db,
    'um',
    async (trava) => {
      expect(trava.valida()).toBe(true)
      const relogio = vi.spyOn(performance, 'now').mockImplementation(() => deVerdade() + vivo.validade)
      expect(trava.valida()).toBe(false)
      await vi.waitUntil(() => trava.valida(), PRAZO_MS)
      relogio.mockRestore()
      await trava.conferir()
      // Refused by PostgreSQL is not lost.
      await expect(trava.executar(sql`select 1 / 0`)).rejects.toThrow(/zero/)
      await trava.conferir()
    },
    vivo,
  )
  const conexoes = await Promise.all(
    Array.from({ length: 20 }, () =>
      sql<{ silencio: string; trava: string }>`select current_setting('idle_session_timeout') as silencio,
        current_setting('lock_timeout') as trava, pg_sleep(0.05)`.execute(db),
    ),
  )
  expect(new Set(conexoes.map(({ rows }) => `${rows[0]?.silencio} ${rows[0]?.trava}`))).toEqual(
    new Set([`0 ${PRAZO_MS / 1_000}s`]),
  )
})

test('a database that goes silent under a lock is not the program’s fault: the caller gets 503', async ({ world }) => {
  const { canal, url } = await Canal.abrir(world.url)
  const banco = abrirBanco(url)
  const surdo = { ...SEM_PRESSA }
  const erros: unknown[] = []
  const anotar = (erro: unknown) => erros.push(erro)
  const turno = comTravaGlobal(
    banco.db,
    'um',
    async (trava) => {
      canal.emudecer()
      surdo.resposta = 200
      await trava.conferir().catch(anotar)
      await trava.conferir().catch(anotar)
    },
    surdo,
  )
  await turno.catch(anotar)
  expect(erros.map((erro) => falhaDoAmbiente(erro)?.status)).toEqual([503, 503])
  canal.voltar()
  await banco.fechar()
  await canal.fechar()
})
