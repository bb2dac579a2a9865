import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { criarWorld, type World } from './world.ts'

/** Every row, and where every sequence is. */
async function conteudo({ db }: World) {
  const { rows } = await sql<{ tabela: string }>`
    select tablename::text as tabela from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const linhas = rows.map(({ tabela }) => sql`select to_jsonb(t)::text as linha from ${sql.table(tabela)} t`)
  linhas.push(sql`select to_jsonb(s)::text from pg_sequences s where schemaname = 'public'`)
  return (await sql`${sql.join(linhas, sql` union all `)} order by 1`.execute(db)).rows
}

const nomeDoBanco = async ({ db }: World) =>
  (await sql<{ nome: string }>`select current_database()::text as nome`.execute(db)).rows[0]?.nome

/** What a world leaves behind, and whether the next one got its database. */
async function depoisDe(fazer: (world: World) => Promise<unknown>) {
  const world = await criarWorld(inject('postgres'))
  await fazer(world)
  const nome = await nomeDoBanco(world)
  await world.fechar()
  const proximo = await criarWorld(inject('postgres'))
  try {
    return { mesmo: (await nomeDoBanco(proximo)) === nome, conteudo: await conteudo(proximo) }
  } finally {
    await proximo.fechar()
  }
}

test('a database goes from world to world as the template left it', async () => {
  const novo = await depoisDe(async (world) => world.url)
  const usado = await depoisDe(async (world) => {
    await world.criarAdmin()
    await world.criarCliente()
    await world.db.deleteFrom('passo_regua').execute()
  })
  expect(novo.mesmo).toBe(false)
  expect(usado.mesmo).toBe(true)
  expect(usado.conteudo).toEqual(novo.conteudo)
})

test.each<[string, (world: World) => Promise<unknown>]>([
  ['a table', ({ db }) => sql`create table sobra (id int)`.execute(db)],
  ['a table of a session', ({ db }) => sql`create temp table sobra (id int)`.execute(db)],
  ['a lock of a session', ({ db }) => sql`select pg_advisory_lock(1)`.execute(db)],
  ['what the owner did', (world) => world.comoDono('select')],
])('a database where a test left %s serves no other', async (_, deixar) => {
  expect((await depoisDe(deixar)).mesmo).toBe(false)
})

test('a world that begins anew is as a new one, with the same application', async () => {
  const world = await criarWorld(inject('postgres'))
  try {
    const [novo, app, agora] = [await conteudo(world), world.app, world.relogio.agora()]
    await world.criarAdmin()
    world.relogio.passar({ dias: 1 })
    world.usarWhatsapp('http://127.0.0.1:9/outra')
    world.servicos.origem = 'https://outra.example'
    expect(await world.recomecar()).toBe(true)
    expect([world.app, world.relogio.agora(), world.numero()]).toEqual([app, agora, 1])
    expect([world.conta.apiUrl, world.servicos.origem]).toEqual(['http://127.0.0.1:9/v23.0', 'http://127.0.0.1:3000'])
    expect(await conteudo(world)).toEqual(novo)
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    expect(await world.recomecar()).toBe(false)
  } finally {
    await world.fechar()
  }
})
