import { type KyselyPlugin, sql } from 'kysely'
import { expect } from 'vitest'
import { Ocupado } from '#server/http/falhas-do-ambiente.ts'
import { esperarAte, esperarNaTrava } from '#test/espera.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import type { World } from '#test/world.ts'
import { criarColetor } from './coletor.ts'
import type { EventoRecebido } from './origem.ts'

const evento = (chave: string, payload: unknown = {}): EventoRecebido[] => [
  { chave, tipo: 'outro', ordem: null, canonico: null, bsuid: null, payload, metaEm: null } as EventoRecebido,
]

const guardados = async ({ db }: World) =>
  (await db.selectFrom('evento_recebido').select('chave').orderBy('chave').execute()).map(({ chave }) => chave)

/** How many statements were sent. */
function contados(world: World) {
  let n = 0
  const contador: KyselyPlugin = {
    transformQuery: ({ node }) => {
      n += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: world.db.withPlugin(contador), total: () => n }
}

/** Holds a lock on the table until told to release it. */
async function segurar(world: World) {
  const soltar = Promise.withResolvers<void>()
  const seguro = Promise.withResolvers<void>()
  const dono = world.db.transaction().execute(async (trx) => {
    await sql`lock table evento_recebido in share mode`.execute(trx)
    seguro.resolve()
    await soltar.promise
  })
  await seguro.promise
  return () => {
    soltar.resolve()
    return dono
  }
}

test('a webhook not stored in time is told to come back, and those behind it are stored', async ({ world }) => {
  const soltar = await segurar(world)
  const guardar = criarColetor(world.db, 'whatsapp', () => world.relogio.agora(), { prazoMs: 50 })
  const presos = ['a', 'b', 'c'].map((chave) => guardar(evento(chave), 10))
  for (const preso of presos) await expect(preso).rejects.toThrow(Ocupado)
  await soltar()
  const voltar = () =>
    guardar(evento('d'), 10).then(
      () => true,
      () => false,
    )
  await esperarAte('who comes back is stored', voltar)
  expect(await guardados(world)).toContain('d')
})

test('what the queue does not hold is refused at once', async ({ world }) => {
  const soltar = await segurar(world)
  const guardar = criarColetor(world.db, 'whatsapp', () => world.relogio.agora(), { maiorFila: 100 })
  const primeiro = guardar(evento('a'), 80)
  await esperarNaTrava(world.db)
  await expect(guardar(evento('b'), 30)).rejects.toThrow(/demais/)
  await soltar()
  await primeiro
  await guardar(evento('c'), 80) // there is room again
  expect(await guardados(world)).toEqual(['a', 'c'])
})

test('a database that refuses is asked once for all that wait, and each hears why', async ({ world }) => {
  const { db, total } = contados(world)
  await world.fecharParaEscrita()
  const guardar = criarColetor(db, 'whatsapp', () => world.relogio.agora())
  const todos = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => guardar(evento(`e${i}`), 10)))
  expect(todos.every((um) => um.status === 'rejected' && um.reason.code === '25006')).toBe(true)
  expect(total()).toBeLessThanOrEqual(2) // the first does not wait for the others
})

test('what one brought is not the failure of the others', async ({ world }) => {
  const guardar = criarColetor(world.db, 'whatsapp', () => world.relogio.agora())
  const nulo = { texto: '\u0000' } // no jsonb holds it
  const [, bom, ruim] = await Promise.allSettled([
    guardar(evento('antes'), 10),
    guardar(evento('bom'), 10),
    guardar(evento('ruim', nulo), 10),
  ])
  expect([bom.status, ruim.status]).toEqual(['fulfilled', 'rejected'])
  expect(await guardados(world)).toEqual(['antes', 'bom'])
})
