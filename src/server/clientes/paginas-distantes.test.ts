import { sql } from 'kysely'
import { expect } from 'vitest'
import { clientesAdmin } from '#contract/clientes-admin.ts'
import { test, type World } from '#test/world.ts'
import { idsDeTodos, listarTodos } from './clientes.queries.ts'

const CLIENTES = 1_500

/** Nine in ten owe, about a hundred per day; the others are together at one end. */
const criarMuitos = (world: World, quantos: number) =>
  sql`insert into cliente (nome, documento, status, contas_abertas, aberto_centavos, numero_chamadas, vencimento_mais_antigo, created_at, updated_at)
    select 'Cliente ' || i, lpad(i::text, 11, '0'), case when i % 10 = 0 then 'concluido' when i % 7 = 0 then 'negociado' else 'ativo' end,
      (i % 10 <> 0)::int, case when i % 10 <> 0 then 1 + i % 977 else 0 end, i % 5, case when i % 10 <> 0 then date '2026-10-01' + i * 31 % 13 end, now(), now()
    from generate_series(1, ${quantos}::int) i`.execute(world.db)

test.for([['-atraso'], ['atraso'], ['-atraso', 'ativo'], ['atraso', 'concluido']] as const)(
  'pages ordered by %s hold the whole list once and in its order, near and far',
  async ([ordenar, status], { world }) => {
    await criarMuitos(world, CLIENTES)
    const contexto = { db: world.db, agora: world.relogio.agora() }
    const filtro = { ordenar, ...(status && { status }) }
    const todos = await idsDeTodos(contexto, filtro)
    const paginas = Array.from({ length: Math.ceil(todos.length / 100) + 1 }, (_, i) =>
      clientesAdmin.schema.querystring.parse({ ...filtro, page: i + 1, per_page: 100 }),
    )
    const lidas = await Promise.all(paginas.map((pagina) => listarTodos(contexto, pagina)))
    expect(lidas.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(todos)
    expect(lidas.at(-1)).toMatchObject({ data: [], total: todos.length })
  },
)

test('far pages agree with the whole list, in any order, and omit customers who have left it', async ({ world }) => {
  await criarMuitos(world, 10_250)
  const contexto = { db: world.db, agora: world.relogio.agora() }
  const pagina = async (ordenar: string, page: number, resto = {}) =>
    listarTodos(contexto, clientesAdmin.schema.querystring.parse({ ordenar, page, per_page: 100, ...resto }))
  for (const ordenar of ['nome', '-valor', '-chamadas'] as const) {
    const todos = await idsDeTodos(contexto, { ordenar })
    for (const page of [101, 103, 104])
      expect((await pagina(ordenar, page)).data.map(({ id }) => id)).toEqual(todos.slice((page - 1) * 100, page * 100))
  }
  const filtro = { operador_id: 'nenhum' }
  const { data } = await pagina('nome', 102, filtro)
  const foi = data[0]!.id
  const { id: operador } = await world.criarOperador()
  await sql`update cliente set operador_id = ${operador} where id = ${foi}`.execute(world.db)
  expect((await pagina('nome', 102, filtro)).data).toEqual(data.slice(1))
})

test('what a filter finds among many is counted now and then, and of few the order is kept too; among fewer it is of this instant', async ({
  world,
}) => {
  await criarMuitos(world, 10_250)
  const contexto = { db: world.db, agora: world.relogio.agora() }
  const pagina = async (filtro: object) =>
    listarTodos(contexto, clientesAdmin.schema.querystring.parse({ per_page: 100, ...filtro }))
  const raros = { valor_min: '9.70' }
  const todos = await idsDeTodos(contexto, { ordenar: '-atraso', valor_min: 9.7 })
  const [primeira, comuns, negociados] = [
    await pagina(raros),
    await pagina({ chamadas: '3+' }),
    await pagina({ status: 'negociado', chamadas: '3+' }),
  ]
  expect(primeira).toMatchObject({ total: todos.length, data: todos.map((id) => ({ id })) })
  const [foi, ficou] = todos as [number, number]
  await sql`update cliente set aberto_centavos = 1, numero_chamadas = 0 where id = ${foi}`.execute(world.db)
  await sql`update cliente set numero_chamadas = 0 where id = (select min(id) from cliente where status = 'negociado' and numero_chamadas >= 3)`.execute(
    world.db,
  )
  const depois = await pagina(raros)
  expect(depois.data.map(({ id }) => id)).toEqual(todos.slice(1))
  expect(depois.data[0]!.id).toBe(ficou)
  expect([depois.total, (await pagina({ chamadas: '3+' })).total]).toEqual([todos.length, comuns.total])
  expect((await pagina({ status: 'negociado', chamadas: '3+' })).total).toBe(negociados.total - 1)
})
