import { sql } from 'kysely'
import { expect } from 'vitest'
import { DIA_MS } from '#domain/data.ts'
import { varrerMidias } from '#server/mensagens/midia.actions.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { linha } from '#test/linha.ts'
import { test, type World } from '#test/world.ts'
import { apagarAntigos } from './apagar.actions.ts'
import { prever } from './previa.queries.ts'

const url = '/api/admin/configuracoes/guarda'

/** So many days before the test's now. */
const ha = (world: World, dias: number) => new Date(world.relogio.agora().getTime() - dias * DIA_MS)

async function criarMensagem(world: World, clienteId: number | null, dias: number, campos: object = {}) {
  const em = ha(world, dias)
  const { id } = await world.db
    .insertInto('mensagem')
    .values({
      cliente_id: clienteId,
      direcao: 'recebida',
      tipo: 'texto',
      conteudo: 'Meu segredo',
      status: 'recebida',
      finalidade: 'recebida',
      created_at: em,
      meta_em: em,
      ...campos,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ARQUIVO = { id: 'm1', mime: 'image/png', nome: 'comprovante.png', arquivo: 'guardado-1', tamanho: 700 }
const CANCELADA = { situacao: 'cancelada', motivo_cancelamento: 'Era do filho dela' } as const

/** Somebody concluded long ago, with two messages of then. */
async function concluido(world: World, campos: object = {}) {
  const { id } = await world.criarCliente({ concluido_em: ha(world, 800), created_at: ha(world, 900), ...campos }, [])
  const mensagens = [
    await criarMensagem(world, id, 800),
    await criarMensagem(world, id, 790, { tipo: 'imagem', midia: JSON.stringify(ARQUIVO) }),
  ]
  return { id, mensagens }
}

const textos = async (world: World, ids: number[]) =>
  (
    await sql<{ conteudo: string; arquivo: string | null }>`
      select conteudo, midia->>'arquivo' as arquivo from mensagem where id = any(${ids}::bigint[]) order by id`.execute(
      world.db,
    )
  ).rows

const sempre = () => true
const correr = (world: World) => apagarAntigos(world.db, world.relogio.agora(), sempre)
const doLog = async (world: World) =>
  (await world.db.selectFrom('log').select('dados').where('acao', '=', 'guarda.apagar').orderBy('id').execute()).map(
    ({ dados }) => dados,
  )

/** Equally old customers who must be kept: they owe, have unread messages or a credit, dispute, or wait for an import's change. */
async function comCasos(world: World) {
  const ana = await world.criarOperador()
  const deve = await world.criarCliente({ created_at: ha(world, 900) })
  const naoLida = await concluido(world, { nao_lidas: 1 })
  const contesta = await concluido(world)
  await sql`insert into contestacao (cliente_id, motivo, prazo, origem, usuario_id, criada_em)
    values (${contesta.id}, 'outro', '2026-12-31', 'operador', ${ana.id}, now())`.execute(world.db)
  const mudaria = await concluido(world)
  await sql`with i as (insert into importacao (tipo, arquivo, usuario_id, situacao, criada_em)
      values ('csv', 'x.csv', ${ana.id}, 'concluida', now()) returning id)
    insert into importacao_alteracao (importacao_id, cliente_id, campo, de, para, criada_em)
    select id, ${mudaria.id}::bigint, 'nome', 'Ana', 'Bia', now() from i`.execute(world.db)
  const comCredito = await concluido(world)
  await sql`insert into movimento (origem, tipo, dia, valor_centavos, saiu, descricao, created_at, situacao, cliente_id, credito_centavos, a_julgar)
    values ('pix', 'credito', ${world.hoje()}, 900, false, 'Pix', now(), 'credito', ${comCredito.id}, 900, false)`.execute(
    world.db,
  )
  await criarMensagem(world, deve.id, 800)
  return { deve: deve.id, naoLida: naoLida.id, contesta: contesta.id, mudaria: mudaria.id, comCredito: comCredito.id }
}

const encerrarCasos = async (world: World) => {
  await world.db.updateTable('cliente').set({ nao_lidas: 0 }).execute()
  await sql`update contestacao set status = 'improcedente', encerrada_em = now()`.execute(world.db)
  await sql`update importacao_alteracao set situacao = 'descartada', decidida_em = now(),
    decidida_por = (select min(id) from usuario)`.execute(world.db)
  await sql`update movimento set situacao = 'devolvido', credito_centavos = 0, devolvido_centavos = 900, sem_prova_centavos = 900`.execute(
    world.db,
  )
}

const comNome = async (world: World, ids: number[]) =>
  (
    await world.db
      .selectFrom('cliente')
      .select(['id', 'nome', 'documento'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
  )
    .filter(({ documento }) => documento !== null)
    .map(({ id }) => id)

test('erases nothing until somebody says for how long, and then not before the next day', async ({ world }) => {
  const admin = await world.criarAdmin()
  const { mensagens } = await concluido(world)
  await correr(world)
  expect((await world.chamar(admin, 'GET', url)).json()).toEqual({
    mensagens_meses: null,
    arquivos_meses: null,
    clientes_meses: null,
    eventos_dias: null,
    feita_em: world.hoje(),
  })
  const posto = await world.chamar(admin, 'PUT', url, { mensagens_meses: 12 })
  expect(posto.json()).toMatchObject({ mensagens_meses: 12, arquivos_meses: null, feita_em: world.hoje() })
  await world.chamar(admin, 'PUT', url, { mensagens_meses: 12 }) // the same: nothing to tell
  await correr(world)
  expect((await textos(world, mensagens))[0]!.conteudo).toBe('Meu segredo')
  world.relogio.passar({ dias: 1 })
  await correr(world)
  expect((await textos(world, mensagens))[0]!.conteudo).toMatch(/prazo de guarda/)
  const { rows } = await sql`select acao, usuario_id from log where acao like 'guarda.%' order by id`.execute(world.db)
  expect(rows).toEqual([
    { acao: 'guarda.mudar', usuario_id: admin.id },
    { acao: 'guarda.apagar', usuario_id: null },
  ])
})

test('limits that are changed while it erases begin the next day too', async ({ world }) => {
  const admin = await world.criarAdmin()
  const donos = [await concluido(world), await concluido(world)]
  await world.db.updateTable('guarda').set({ clientes_meses: 12 }).execute()
  let vezes = 0
  const mudarNoMeio = async () => {
    vezes += 1
    // Messages are looked at first; the second batch of customers would be the second of them.
    if (vezes === 3) await world.chamar(admin, 'PUT', url, { mensagens_meses: 12, clientes_meses: 24 })
    return true
  }
  await apagarAntigos(world.db, world.relogio.agora(), mudarNoMeio, { mensagens: 1, clientes: 1 })
  expect(vezes).toBe(3)
  expect(
    await comNome(
      world,
      donos.map(({ id }) => id),
    ),
  ).toEqual([donos[1]!.id])
  expect((await textos(world, donos[1]!.mensagens))[0]!.conteudo).toBe('Meu segredo')
})

test.for([
  ['mensagens_meses', 0],
  ['mensagens_meses', 241],
  ['arquivos_meses', 1.5],
  ['clientes_meses', '12'],
  ['eventos_dias', 7],
] as const)('%s may not be %s: 422 that says what may', async ([campo, valor], { world }) => {
  const recusada = await world.chamar(await world.criarAdmin(), 'PUT', url, { [campo]: valor })
  expect(recusada.statusCode).toBe(422)
  expect(recusada.json().errors[campo][0]).toMatch(/^Informe um número inteiro de \d+ a \d+/)
})

test('the preview shows exactly what is then erased; what an open case needs stays', async ({ world }) => {
  const admin = await world.criarAdmin()
  const [um, dois] = [await concluido(world), await concluido(world)]
  const recente = await criarMensagem(world, um.id, 20)
  const semCliente = await criarMensagem(world, null, 800)
  const saindo = await criarMensagem(world, um.id, 800, {
    direcao: 'enviada',
    status: 'pendente',
    finalidade: 'atendimento',
    envio: 'desconhecida',
    midia: JSON.stringify(ARQUIVO),
  })
  await comCasos(world)
  const previa = await world.chamar(
    admin,
    'GET',
    `${url}/previa?mensagens_meses=12&arquivos_meses=24&clientes_meses=12`,
  )
  expect(previa.json()).toMatchObject({
    mensagens: { apagaria: 5, ficaria: 9 },
    arquivos: { apagaria: 2, ficaria: 4, bytes: 1_400 },
    clientes: { apagaria: 1, ficaria: 4 },
    eventos: null,
  })
  expect(await doLog(world)).toEqual([])

  await world.db.updateTable('guarda').set({ mensagens_meses: 12 }).execute()
  await correr(world)
  const apagadas = await sql<{
    id: number
  }>`select id from mensagem where texto_apagado_em is not null order by id`.execute(world.db)
  expect(apagadas.rows.map(({ id }) => id)).toEqual(
    [...um.mensagens, ...dois.mensagens, semCliente].sort((a, b) => a - b),
  )
  expect((await textos(world, [recente, saindo])).map(({ conteudo }) => conteudo)).toEqual([
    'Meu segredo',
    'Meu segredo',
  ])
  expect(await doLog(world)).toEqual([{ textos: 5, antes_de: expect.any(String) }])
  // Files have their own limit: the earlier preview of them still holds after the texts were erased.
  expect((await textos(world, dois.mensagens)).map(({ arquivo }) => arquivo)).toEqual([null, ARQUIVO.arquivo])
  const depois = await world.chamar(admin, 'GET', `${url}/previa?arquivos_meses=24`)
  expect(depois.json()).toMatchObject({ arquivos: { apagaria: 2, ficaria: 4, bytes: 1_400 } })
})

test('much that stays hides nothing of what would go: each is counted for itself', async ({ world }) => {
  await comCasos(world)
  await concluido(world)
  const meios = { db: world.db, agora: world.relogio.agora(), sinal: new AbortController().signal, maximo: 3 }
  const previa = await prever(meios, { mensagens_meses: 12, arquivos_meses: 12, clientes_meses: 12 })
  expect(previa).toMatchObject({
    mensagens: { apagaria: 2, ficaria: 3 },
    arquivos: { apagaria: 1, ficaria: 3 },
    clientes: { apagaria: 1, ficaria: 3 },
  })
})

test('other systems’ events are deleted as previewed: not on the day of the change, and by whole days', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const evento = (chave: string, recebido_em: string, processado_em: string | null) => ({
    ...{ chave, tipo: 'status', payload: '{}', recebido_em, processado_em },
    ...(processado_em === null ? { posto_de_lado_em: recebido_em } : {}),
  })
  // The day that is kept from tomorrow on, 17/11, begins at 3 h UTC.
  await world.db
    .insertInto('evento_recebido')
    .values([
      evento('velho', '2026-11-10T12:00:00.000Z', '2026-11-10T12:00:01.000Z'),
      evento('da véspera', '2026-11-17T02:59:00.000Z', '2026-11-17T02:59:01.000Z'),
      evento('processado depois', '2026-11-10T12:00:00.000Z', '2026-11-23T12:00:00.000Z'),
      evento('de lado', '2026-11-10T12:00:00.000Z', null),
      evento('do dia', '2026-11-17T03:01:00.000Z', '2026-11-17T03:01:01.000Z'),
    ])
    .execute()
  const chaves = async () =>
    (await world.db.selectFrom('evento_recebido').select('chave').orderBy('id').execute()).map(({ chave }) => chave)
  expect((await world.chamar(admin, 'PUT', url, { eventos_dias: 8 })).statusCode).toBe(200)
  await correr(world)
  expect(await chaves()).toHaveLength(5)
  world.relogio.passar({ dias: 1 })
  const outroDia = { ...admin, token: await criarSessao(world.db, admin.id, world.relogio.agora(), null) }
  const previa = await world.chamar(outroDia, 'GET', `${url}/previa?eventos_dias=8`)
  expect(previa.json().eventos).toEqual({ antes_de: '2026-11-17', apagaria: 2, ficaria: 2 })
  await correr(world)
  expect(await chaves()).toEqual(['processado depois', 'de lado', 'do dia'])
})

test('of a file that is kept for longer its caption is erased with the texts, and whatever else repeats them', async ({
  world,
}) => {
  const { id } = await concluido(world)
  const mensagem = await criarMensagem(world, id, 800, {
    tipo: 'imagem',
    midia: JSON.stringify({ ...ARQUIVO, legenda: 'Meu segredo' }),
    intencoes: JSON.stringify([{ intencao: 'ja_paguei', trecho: 'Meu segredo', dia: null, valor: null }]),
    reacao: '👍',
    telefone: '5511987654321',
    parametros: JSON.stringify(['Meu segredo']),
    partes: JSON.stringify([{ texto: 'Meu segredo' }]),
  })
  await world.db.updateTable('guarda').set({ mensagens_meses: 12, arquivos_meses: 27 }).execute()
  await correr(world)
  expect(await linha(world, 'mensagem', mensagem)).toMatchObject({
    midia: ARQUIVO,
    conteudo: expect.stringMatching(/^\[apagado/),
    intencoes: null,
    reacao: null,
    telefone: null,
    parametros: null,
    partes: null,
  })
})

test('files are erased separately, and their bytes once no row refers to them', async ({ world }) => {
  const { mensagens } = await concluido(world)
  await world.db.updateTable('guarda').set({ arquivos_meses: 6, mensagens_meses: 27 }).execute()
  await correr(world)
  const { rows } = await sql<{ conteudo: string; midia: object | null }>`
    select conteudo, midia from mensagem where id = any(${mensagens}::bigint[]) order by id`.execute(world.db)
  expect(rows[0]).toEqual({ conteudo: 'Meu segredo', midia: null })
  expect(rows[1]).toMatchObject({
    conteudo: 'Meu segredo',
    midia: { arquivo: null, nome: null, erro: expect.any(String) },
  })
  expect(await doLog(world)).toEqual([{ arquivos: 1, antes_de: expect.any(String) }])
  await varrerMidias(world.servicos)
})

test('whoever is long concluded loses their name, and nobody with an open case does', async ({ world }) => {
  const antigo = await concluido(world)
  const pago = await world.criarCliente({ concluido_em: ha(world, 800), created_at: ha(world, 900) }, [CANCELADA])
  const falou = await concluido(world)
  await criarMensagem(world, falou.id, 20)
  const novo = await concluido(world, { concluido_em: ha(world, 20) })
  const casos = Object.values(await comCasos(world))
  await world.db.updateTable('guarda').set({ clientes_meses: 12 }).execute()
  await correr(world)
  const ficam = [falou.id, novo.id, ...casos].sort((a, b) => a - b)
  expect(await comNome(world, [antigo.id, pago.id, ...ficam])).toEqual(ficam)
  const conta = await world.db
    .selectFrom('conta')
    .selectAll()
    .where('cliente_id', '=', pago.id)
    .executeTakeFirstOrThrow()
  expect(conta).toMatchObject({ situacao: 'cancelada', valor_centavos: 10_000 })
  expect(conta.motivo_cancelamento).not.toContain('filho')
  const { rows } =
    await sql`select usuario_id, entidade_id from log where acao = 'cliente.anonimizar' order by id`.execute(world.db)
  expect(rows).toEqual([antigo.id, pago.id].map((id) => ({ usuario_id: null, entidade_id: id })))
})

test('what a case kept is erased on the day after it ends', async ({ world }) => {
  const { deve, ...casos } = await comCasos(world)
  await concluido(world)
  await world.db.updateTable('guarda').set({ mensagens_meses: 12, clientes_meses: 12 }).execute()
  await correr(world)
  await encerrarCasos(world)
  world.relogio.passar({ dias: 1 })
  await correr(world)
  expect(await comNome(world, [deve, ...Object.values(casos)])).toEqual([deve])
  expect((await doLog(world)).map(({ textos: n }) => n)).toEqual([2, 8])
})

test('continues where it was stopped, counts each once, and two at once do no more than one', async ({ world }) => {
  const donos = []
  for (let i = 0; i < 6; i += 1) donos.push((await concluido(world)).id)
  await world.db.updateTable('guarda').set({ mensagens_meses: 12, clientes_meses: 12 }).execute()
  const lotes = { mensagens: 3, clientes: 2 }
  for (let passos = 0; passos < 12; passos += 1) {
    let restam = 1
    await apagarAntigos(world.db, world.relogio.agora(), () => restam-- > 0, lotes)
  }
  await Promise.all([1, 2, 3].map(() => apagarAntigos(world.db, world.relogio.agora(), sempre, lotes)))
  expect((await doLog(world)).reduce((soma, { textos: n }) => soma + n, 0)).toBe(12)
  const { rows } = await sql<{ n: number }>`select count(*) as n from log where acao = 'cliente.anonimizar'`.execute(
    world.db,
  )
  expect(rows[0]!.n).toBe(6)
  expect(await comNome(world, donos)).toEqual([])
  const { feita_em } = await world.db.selectFrom('guarda').select('feita_em').executeTakeFirstOrThrow()
  expect(feita_em).toBe(world.hoje())
})

test('after a week without it, as of a clock that jumped or a copy put back, it erases nothing before the next day', async ({
  world,
}) => {
  const { mensagens } = await concluido(world)
  await world.db.updateTable('guarda').set({ mensagens_meses: 12, feita_em: world.hoje() }).execute()
  const apagadas = async () =>
    (await textos(world, mensagens)).filter(({ conteudo }) => conteudo !== 'Meu segredo').length
  world.relogio.passar({ dias: 8 })
  await correr(world)
  expect(await apagadas()).toBe(0)
  world.relogio.passar({ dias: 1 })
  await correr(world)
  expect(await apagadas()).toBe(2)
  world.relogio.passar({ dias: -400 })
  await correr(world)
  expect(await world.db.selectFrom('guarda').select('feita_em').executeTakeFirstOrThrow()).toEqual({
    feita_em: world.hoje(),
  })
})
