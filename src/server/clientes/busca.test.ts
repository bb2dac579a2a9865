import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { clientesAdmin } from '#contract/clientes-admin.ts'
import { MAIS_ACHADOS_DA_BUSCA } from '#domain/lista-de-clientes.ts'
import { listarBloqueios } from '#server/bloqueios/bloqueios.queries.ts'
import { listar as listarContestacoes } from '#server/contestacoes/contestacoes.queries.ts'
import { listarCobrancas } from '#server/dashboard/operador.queries.ts'
import { abrirBanco, type Banco, type OpcoesBanco } from '#server/db/conexao.ts'
import { lerRetencao } from '#server/despacho/retencao.queries.ts'
import { prever } from '#server/guarda/previa.queries.ts'
import { BuscaDemorada, Desistencia, falhaDoAmbiente } from '#server/http/falhas-do-ambiente.ts'
import { procurar } from '#server/http/procurar.ts'
import { buscarLogs } from '#server/logs/pagina.queries.ts'
import { listarDeTodos } from '#server/negociacoes/negociacoes.queries.ts'
import { promessasEmCsv } from '#server/promessas/planilha.queries.ts'
import { listar as listarPromessas } from '#server/promessas/promessas.queries.ts'
import { esperarAte, PRAZO_MS } from '#test/espera.ts'
import { test, type World } from '#test/world.ts'
import { clientesAchados } from './busca.queries.ts'
import { contarFila, idsDeTodos, listarTodos } from './clientes.queries.ts'

const consulta = (campos: object) => clientesAdmin.schema.querystring.parse(campos)

test('one or two letters match the beginnings of words, three match anywhere', async ({ world }) => {
  const nomes = ['José Andrade', 'Maria Jordão', 'Banjos do Sul', 'Ana Luz']
  for (const nome of nomes) await world.criarCliente({ nome })
  const achar = async (busca: string) => {
    const { data } = await listarTodos(
      { db: world.db, agora: world.relogio.agora() },
      consulta({ busca, ordenar: 'nome' }),
    )
    return data.map(({ nome }) => nome)
  }
  expect(await achar('jo')).toEqual(['José Andrade', 'Maria Jordão'])
  expect(await achar('Á')).toEqual(['Ana Luz', 'José Andrade'])
  expect(await achar('nj')).toEqual([])
  expect(await achar('njo')).toEqual(['Banjos do Sul'])
})

test.for(["d'ávila", 'D’AVILA', 'd´avila', "ana d'avila"])(
  '%s is found with either apostrophe',
  async (busca, { world }) => {
    for (const nome of ["Ana D'Ávila", 'Ana D’Ávila', 'Ana Dávila']) await world.criarCliente({ nome })
    const { data } = await listarTodos(
      { db: world.db, agora: world.relogio.agora() },
      consulta({ busca, ordenar: 'nome' }),
    )
    expect(data.map(({ nome }) => nome)).toEqual(["Ana D'Ávila", 'Ana D’Ávila'])
  },
)

test.for(['1187654321', '(11) 8765-4321', '551187654321', '+55 11 8765 4321', '11 98765-4321'])(
  'the mobile is found as %s, with the ninth digit or as WhatsApp names it without',
  async (busca, { world }) => {
    await world.criarCliente({ nome: 'Ana', telefone: '+5511987654321' })
    await world.criarCliente({ nome: 'Bia', telefone: '+5511987654322' })
    const { data } = await listarTodos({ db: world.db, agora: world.relogio.agora() }, consulta({ busca }))
    expect(data.map(({ nome }) => nome)).toEqual(['Ana'])
  },
)

test.for<[string, string]>([
  ['NF-e 15.750 · 1/2', '001'],
  ['nf-e 15.750', '001 002'],
  ['nota 15750', '001 002'],
  ['15.750/2', '002'],
  ['15750 2/2', '002'],
  ['ana souza NF-e 15.750 · 2/2', '002'],
  ['ana 15.750', '001 002'],
  ['bia NF-e 15.750', ''],
  ['NF-e 15.751', ''],
  ['NF-e 15', '001 002'],
  ['NF-e 15 · 1/2', ''],
  ['15/001', ''],
  ['ana souza NF 33/4', '003'],
  ['ana nf 33', '003'],
  ['bia NF 33/4', ''],
])('an account is found as screens and customers call it: %s', async ([busca, parcelas], { world }) => {
  const ana = await world.criarOperador()
  const conta = (numero: string, parcela: string) => ({ numero, parcela })
  await world.criarCliente({ nome: 'Ana Souza' }, [
    conta('15750', '001'),
    conta('15750', '002'),
    conta('2', '001'),
    conta('NF 33/4', '003'),
  ])
  await world.criarCliente({ nome: 'Bia' }, [conta('751', '001')])
  const contas = await world.chamar(
    ana,
    'GET',
    `/api/operador/contas-receber/listar?busca=${encodeURIComponent(busca)}`,
  )
  const achadas = contas.json().data as { parcela: string }[]
  expect(
    achadas
      .map(({ parcela }) => parcela)
      .toSorted()
      .join(' '),
  ).toBe(parcelas)
  const { data } = await listarTodos({ db: world.db, agora: world.relogio.agora() }, consulta({ busca }))
  expect(data.map(({ nome }) => nome)).toEqual(parcelas ? ['Ana Souza'] : [])
})

test('an instalment is found by its agreement', async ({ world }) => {
  const ana = await world.criarOperador()
  const { id: cliente, contas } = await world.criarCliente({ operador_id: ana.id, status: 'em_atendimento' }, [{}])
  const feito = await world.chamar(ana, 'POST', `/api/operador/clientes/${cliente}/negociacoes`, {
    contas,
    parcelas: 2,
    primeiro_vencimento: '2026-12-10',
  })
  const achar = async (busca: string) =>
    (await world.chamar(ana, 'GET', `/api/operador/contas-receber/listar?busca=${encodeURIComponent(busca)}`)).json()
      .total
  const { id } = feito.json() as { id: number }
  expect(await achar(`Acordo ${id}`)).toBe(2)
  expect(await achar(`acordo ${id} · 2/2`)).toBe(1)
  expect(await achar(`acordo ${id + 1}`)).toBe(0)
  await world.criarCliente({ nome: 'Acordo Comércio Ltda' }, [{ numero: String(id) }])
  expect(await achar(`acordo ${id}`)).toBe(3)
})

test('a search that finds thousands counts as far as it says, and its pages are the list’s', async ({ world }) => {
  const a_mais = 120
  await sql`insert into cliente (nome, documento, status, contas_abertas, aberto_centavos, vencimento_mais_antigo, created_at, updated_at)
    select 'Comércio ' || i, lpad(i::text, 11, '0'), 'ativo', 1, 100, date '2026-10-01' + i * 31 % 200, now(), now()
    from generate_series(1, ${MAIS_ACHADOS_DA_BUSCA + a_mais}::int) i`.execute(world.db)
  const contexto = { db: world.db, agora: world.relogio.agora() }
  const pagina = (page: number, busca = 'comercio') => listarTodos(contexto, consulta({ busca, page, per_page: 100 }))
  const todos = await idsDeTodos(contexto, { busca: 'comercio', ordenar: '-atraso' })
  const ultima = MAIS_ACHADOS_DA_BUSCA / 100
  expect(await pagina(1)).toMatchObject({ total: MAIS_ACHADOS_DA_BUSCA, soma: null, last_page: ultima })
  for (const page of [1, 2, ultima]) {
    expect((await pagina(page)).data.map(({ id }) => id)).toEqual(todos.slice((page - 1) * 100, page * 100))
  }
  expect(await pagina(ultima + 1)).toMatchObject({ data: [], total: MAIS_ACHADOS_DA_BUSCA })
  await sql`delete from cliente where id > ${todos.toSorted((a, b) => a - b)[99]!}`.execute(world.db)
  // Typed otherwise, since what many match is not counted again at once.
  expect(await pagina(1, 'comércio')).toMatchObject({ total: 100, soma: 100, last_page: 1 })
})

/** Holds the customers' table, so that whoever searches waits. */
async function comClientesPresos(
  world: World,
  opcoes: Pick<OpcoesBanco, 'buscaMs' | 'conexoes' | 'limites'>,
  fazer: (banco: Banco) => Promise<void>,
) {
  const dono = new pg.Client({ connectionString: world.urlDoDono })
  await dono.connect()
  await dono.query('begin; lock table cliente in access exclusive mode')
  const semLimites = { statement_timeout: 0, lock_timeout: 0 }
  const banco = abrirBanco(world.url, { conexoes: 1, buscaMs: PRAZO_MS, limites: semLimites, ...opcoes })
  try {
    await fazer(banco)
  } finally {
    await dono.end()
    await banco.fechar()
  }
}

const buscando = async ({ db }: Banco, consulta = '%with achados%') => {
  const { rows } = await sql`select from pg_stat_activity
    where query like ${consulta} and state = 'active' and pid <> pg_backend_pid() and datname = current_database()`.execute(
    db,
  )
  return rows.length
}

test('abandoned searches are cancelled in the database, also all at once, and blocked nobody meanwhile', async ({
  world,
}) => {
  await comClientesPresos(world, {}, async (banco) => {
    const controle = new AbortController()
    const contexto = { db: banco.db, agora: world.relogio.agora(), sinal: controle.signal }
    // Two more than there are connections for searches.
    const buscas = ['ana', 'bia', 'caio', 'davi', 'eva', 'fabio'].map((busca) =>
      listarTodos(contexto, consulta({ busca })).catch((erro: unknown) => erro),
    )
    // The only connection for everything else is free to look.
    await esperarAte('they run', async () => (await buscando(banco)) === 4)
    controle.abort()
    for (const busca of buscas) expect(await busca).toBeInstanceOf(Desistencia)
    await esperarAte('they are stopped', async () => (await buscando(banco)) === 0)
    const outra = await procurar(
      { db: banco.db, sinal: new AbortController().signal },
      sql<{ n: number }>`select 1 as n`,
    )
    expect(outra).toEqual([{ n: 1 }])
  })
})

test('who closes the page, or types on, stops what they had searched for', async ({ world }) => {
  const { token } = await world.criarAdmin()
  const endereco = await world.app.listen({ host: '127.0.0.1', port: 0 })
  await comClientesPresos(world, {}, async (banco) => {
    const controle = new AbortController()
    const pedido = fetch(`${endereco}/api/admin/clientes?busca=maria`, {
      headers: { authorization: `Bearer ${token}` },
      signal: controle.signal,
    }).catch((erro: unknown) => erro)
    await esperarAte('the search runs', async () => (await buscando(banco)) === 1)
    controle.abort()
    await pedido
    await esperarAte('the search is stopped', async () => (await buscando(banco)) === 0)
  })
})

test('a word said a hundred times is looked for once', async ({ world }) => {
  const buscar = (busca: string) => clientesAchados(busca).compile(world.db).parameters.length
  expect(buscar('ana '.repeat(49))).toBe(buscar('ana ana'))
})

test('lists of other things search for their customers there too', async ({ world }) => {
  await comClientesPresos(world, { buscaMs: 100 }, async ({ db }) => {
    const pedido = { busca: 'maria', page: 1, per_page: 20 }
    const hoje = '2026-11-24'
    await expect(listarPromessas({ db }, { ...pedido, ordenar: 'ate' })).rejects.toBeInstanceOf(BuscaDemorada)
    await expect(listarContestacoes({ db, hoje }, pedido)).rejects.toBeInstanceOf(BuscaDemorada)
    await expect(listarDeTodos(db, pedido, hoje)).rejects.toBeInstanceOf(BuscaDemorada)
    await expect(buscarLogs({ db }, pedido)).rejects.toBeInstanceOf(BuscaDemorada)
    await expect(listarBloqueios({ db }, pedido)).rejects.toBeInstanceOf(BuscaDemorada)
    await expect(lerRetencao({ db }, pedido)).rejects.toBeInstanceOf(BuscaDemorada)
    await expect(listarCobrancas({ db }, 1, pedido, world.relogio.agora())).rejects.toBeInstanceOf(BuscaDemorada)
    await expect(contarFila({ db, agora: world.relogio.agora() }, 1, 'maria')).rejects.toBeInstanceOf(BuscaDemorada)
    const naGuarda = { db, agora: world.relogio.agora(), sinal: new AbortController().signal, prazoMs: 100 }
    await expect(prever(naGuarda, { clientes_meses: 12 })).rejects.toThrow('A prévia demorou demais')
  })
})

test('searches for spreadsheets leave connections to everybody else', async ({ world }) => {
  let planilhas: Promise<unknown> = Promise.resolve()
  await comClientesPresos(world, { conexoes: 3 }, async (banco) => {
    const ler = (busca: string) => text(Readable.from(promessasEmCsv({ db: banco.db }, { busca, ordenar: 'ate' })))
    planilhas = Promise.allSettled(['ana', 'bia', 'caio', 'davi'].map(ler))
    await esperarAte('they search', async () => (await buscando(banco, '%int8send%')) === 2)
  })
  await planilhas
})

test('a search that takes too long ends with a sentence that says what to do', async ({ world }) => {
  await comClientesPresos(world, { buscaMs: 100 }, async ({ db }) => {
    const busca = listarTodos({ db, agora: world.relogio.agora() }, consulta({ busca: 'maria' }))
    await expect(busca).rejects.toBeInstanceOf(BuscaDemorada)
  })
})

test('a search that waits for a locked table says that the system is busy, not that it was typed badly', async ({
  world,
}) => {
  await comClientesPresos(world, { buscaMs: 1_000, limites: { lock_timeout: PRAZO_MS } }, async ({ db }) => {
    const busca = listarTodos({ db, agora: world.relogio.agora() }, consulta({ busca: 'maria' }))
    const erro = await busca.catch((falha: unknown) => falha)
    expect(erro).toMatchObject({ code: '55P03' })
    expect(falhaDoAmbiente(erro)?.message).toMatch(/ocupado/)
  })
})
