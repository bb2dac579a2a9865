import { sql } from 'kysely'
import { expect } from 'vitest'
import { listarContas } from '#contract/contas-receber.ts'
import { MAIS_ACHADOS_DA_BUSCA } from '#domain/lista-de-clientes.ts'
import { contarComFolga } from '#server/db/folga.ts'
import { test, type World } from '#test/world.ts'
import { buscarContas, percorrerContas } from './pagina.queries.ts'

const HOJE = '2026-11-24'
const filtro = (campos: object) => listarContas.schema.querystring.parse({ per_page: 100, ...campos })

/** So many customers of nobody's with an account each, on days and of values that go over each other. */
async function criarMuitas(world: World, quantas: number) {
  await sql`insert into cliente (nome, documento, status, contas_abertas, aberto_centavos, vencimento_mais_antigo, created_at, updated_at)
    select 'Comércio ' || i, lpad(i::text, 11, '0'), 'ativo', 1, 100 + i % 7, date '2026-10-01' + i * 31 % 50, now(), now()
    from generate_series(1, ${quantas}::int) i`.execute(world.db)
  await sql`insert into conta (cliente_id, numero, valor_centavos, emissao, vencimento, vencimento_util, origem, created_at, updated_at)
    select id, 'N' || id, aberto_centavos, date '2026-09-01', vencimento_mais_antigo, vencimento_mais_antigo, 'manual', now(), now()
    from cliente`.execute(world.db)
}

async function todas(world: World, campos: object): Promise<number[]> {
  const ids: number[] = []
  for await (const contas of percorrerContas({ db: world.db, hoje: HOJE }, filtro(campos)))
    ids.push(...contas.map(({ id }) => id))
  return ids
}

test('a search that finds thousands counts as far as it says, and its pages are the list’s', async ({ world }) => {
  await criarMuitas(world, MAIS_ACHADOS_DA_BUSCA + 120)
  const ultima = MAIS_ACHADOS_DA_BUSCA / 100
  const ordens = ['vencimento', '-vencimento', 'valor', '-valor']
  for (const ordenar of ordens) {
    const campos = { busca: 'comercio', ordenar }
    const pagina = (page: number) => buscarContas({ db: world.db, hoje: HOJE }, filtro({ ...campos, page }))
    const ids = await todas(world, campos)
    expect(await pagina(1)).toMatchObject({ total: MAIS_ACHADOS_DA_BUSCA, soma: null, last_page: ultima })
    for (const page of [1, 6, ultima])
      expect((await pagina(page)).data.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 100, page * 100))
    expect((await pagina(ultima + 1)).data).toEqual([])
  }
  const uma = await buscarContas({ db: world.db, hoje: HOJE }, filtro({ busca: 'N77' }))
  expect(uma.soma).toBe(uma.data.reduce((soma, { valor }) => soma + Math.round(valor * 100), 0) / 100)
})

test('a far page of any filter is what the whole list says', async ({ world }) => {
  await criarMuitas(world, 700)
  const filtros = [{}, { faixa: '1-30' }, { status: 'vencida' }, { origem: 'manual' }, { valor_min: 1.03 }]
  for (const campos of filtros.flatMap((um) => [um, { ...um, ordenar: '-vencimento' }, { ...um, ordenar: '-valor' }])) {
    const ids = await todas(world, campos)
    expect(ids.length).toBeGreaterThan(200)
    for (let page = 1; (page - 1) * 100 < ids.length + 100; page += 1) {
      const pagina = await buscarContas({ db: world.db, hoje: HOJE }, filtro({ ...campos, page }))
      expect(pagina.data.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 100, page * 100))
      expect(pagina.total).toBe(ids.length)
    }
  }
})

test('a far page by value agrees with the whole list, without accounts that have left it', async ({ world }) => {
  await criarMuitas(world, 10_250)
  const pagina = (page: number, campos: object) =>
    buscarContas({ db: world.db, hoje: HOJE }, filtro({ ...campos, page }))
  for (const campos of [{ ordenar: 'valor' }, { ordenar: '-valor', origem: 'manual' }]) {
    const ids = await todas(world, campos)
    for (const page of [101, 103, 104])
      expect((await pagina(page, campos)).data.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 100, page * 100))
  }
  const { data } = await pagina(102, { ordenar: '-valor', origem: 'manual' })
  await sql`update conta set origem = 'csv' where id = ${data[0]!.id}`.execute(world.db)
  expect((await pagina(102, { ordenar: '-valor', origem: 'manual' })).data).toEqual(data.slice(1))
})

test('what are many is counted now and then, what are few each time', async ({ world }) => {
  let contadas = 0
  const contar = (total: number, agora: number) =>
    contarComFolga(
      world.db,
      sql`select ${total}::int`.compile(world.db),
      async () => ({ total, vez: ++contadas }),
      agora,
    )
  expect([await contar(5_000, 0), await contar(5_000, 1)].map(({ vez }) => vez)).toEqual([1, 2])
  expect([await contar(5_001, 0), await contar(5_001, 9_999)].map(({ vez }) => vez)).toEqual([3, 3])
  expect((await contar(5_001, 10_000)).vez).toBe(4)
  expect((await contar(5_002, 0)).vez).toBe(5)
})

test('accounts with the same day, or the same value, are sorted by id, in the list’s direction', async ({ world }) => {
  const { contas } = await world.criarCliente({}, [{}, {}, {}])
  for (const ordenar of ['vencimento', 'valor']) {
    expect(await todas(world, { ordenar })).toEqual(contas)
    expect(await todas(world, { ordenar: `-${ordenar}` })).toEqual(contas.toReversed())
  }
})
