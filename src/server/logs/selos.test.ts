import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { emTransacao } from '#server/db/transacao.ts'
import { anonimizar } from '#server/ficha/lgpd.actions.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { test, type World } from '#test/world.ts'
import { conferirSelos } from './conferir-selos.queries.ts'
import { registrar } from './logs.actions.ts'
import { conferirMaisSelos } from './rodada-de-selos.actions.ts'
import { LINHAS_POR_SELO, selarLog } from './selos.actions.ts'

const umaLinha = (world: World, descricao: string) => ({
  agora: world.relogio.agora(),
  acao: 'modelo.testar' as const,
  descricao,
})
const anotar = (world: World, ...descricoes: string[]) =>
  registrar(world.db, ...descricoes.map((uma) => umaLinha(world, uma)))
/** As if a minute had passed. */
const passarMinuto = (world: World) =>
  sql`update selagem set completa_em = clock_timestamp() - interval '1 minute'`.execute(world.db)
async function selar(world: World) {
  await passarMinuto(world)
  while (await selarLog(world.db, world.relogio.agora()));
}
const linhas = async (world: World) =>
  (
    await sql<{ id: number; descricao: string; selo: number | null }>`
    select id, descricao, selo from log left join selo_linha on log_id = id order by id`.execute(world.db)
  ).rows
/** What the owner of the server may do, whatever triggers say. */
const adulterar = (world: World, comando: string) =>
  world.comoDono(`begin; set local session_replication_role = replica; ${comando}; commit`)
const achar = async (world: World) =>
  (await conferirSelos(world.db)).problemas.map(({ tipo, selo, linha }) => ({ tipo, selo, linha }))

/** Three seals of two lines. */
async function selado(world: World) {
  for (const n of [1, 2, 3]) {
    await anotar(world, `a${n}`, `b${n}`)
    await selar(world)
  }
  await selar(world) // a minute in which nothing happened
  return (await linhas(world)).map(({ id }) => id)
}

test('a line that is committed late is sealed late, and none is ever missed', async ({ world }) => {
  await anotar(world, 'primeira')
  await emTransacao(world.db, async (trx) => {
    await registrar(trx, umaLinha(world, 'atrasada'))
    await anotar(world, 'segunda')
    await selar(world)
    await anotar(world, 'terceira')
    await selar(world)
    await selar(world)
    expect((await linhas(world)).map(({ selo }) => selo)).toEqual([1, 1, 2])
  })
  await anotar(world, 'quarta')
  await selar(world)
  expect((await linhas(world)).map(({ descricao, selo }) => [descricao, selo])).toEqual([
    ['primeira', 1],
    ['atrasada', 3],
    ['segunda', 1],
    ['terceira', 2],
    ['quarta', 3],
  ])
  expect(await conferirSelos(world.db)).toMatchObject({
    selos: 3,
    linhas: 5,
    por_selar: 0,
    ultimo: { numero: 3 },
    problemas: [],
  })
})

test('nodes that seal at once seal each line once, and once a minute', async ({ world }) => {
  for (let n = 0; n < 5; n += 1) {
    await anotar(world, ...Array.from({ length: 40 }, (_, i) => `${n}-${i}`))
    await passarMinuto(world)
    await Promise.all([1, 2, 3, 4].map(() => selarLog(world.db, world.relogio.agora())))
  }
  const { rows } = await sql<{ numero: number; linhas: number }>`select numero, linhas from selo order by 1`.execute(
    world.db,
  )
  expect(rows).toEqual([1, 2, 3, 4, 5].map((numero) => ({ numero, linhas: 40 })))
  expect(await achar(world)).toEqual([])
})

test('a clock that was a year ahead holds up neither sealing nor checking once it is set back', async ({ world }) => {
  await anotar(world, 'a')
  await selar(world)
  await sql`update selagem set completa_em = clock_timestamp() + interval '1 year'`.execute(world.db)
  await conferirMaisSelos(world.db, new Date(world.relogio.agora().getTime() + 365 * 86_400_000))
  const [primeira] = await linhas(world)
  await anotar(world, 'b')
  expect(await selarLog(world.db, world.relogio.agora())).toBe(false)
  expect((await linhas(world)).map(({ selo }) => selo)).toEqual([1, 2])
  await adulterar(world, `update log set descricao = 'x' where id = ${primeira!.id}`)
  await conferirMaisSelos(world.db, world.relogio.agora())
  const { rompido_em } = await world.db.selectFrom('conferencia_de_selos').selectAll().executeTakeFirstOrThrow()
  expect(rompido_em).toBe(world.relogio.agora().toISOString())
})

test('many lines at once stand under several seals, all of them', async ({ world }) => {
  await sql`insert into log (created_at, nivel, acao, descricao) select now(), 'info', 'modelo.testar', 'linha ' || n
    from generate_series(1, ${LINHAS_POR_SELO * 2 + 1}::int) n`.execute(world.db)
  await selar(world)
  expect(await conferirSelos(world.db)).toMatchObject({ selos: 3, linhas: LINHAS_POR_SELO * 2 + 1, problemas: [] })
})

test('any altered, deleted or inserted line is found, and its place', async ({ world }) => {
  const ids = await selado(world)
  const casos: [string, string, object[]][] = [
    [
      'a line says something else',
      `update log set descricao = 'x' where id = ${ids[2]}`,
      [{ tipo: 'linha_alterada', selo: 2, linha: ids[2] }],
    ],
    [
      'a line happened at another time',
      `update log set created_at = created_at - interval '1 day' where id = ${ids[5]}`,
      [{ tipo: 'linha_alterada', selo: 3, linha: ids[5] }],
    ],
    ['a line is gone', `delete from log where id = ${ids[3]}`, [{ tipo: 'linha_apagada', selo: 2, linha: ids[3] }]],
    [
      'a line is gone with its hash',
      `delete from log where id = ${ids[3]}; delete from selo_linha where log_id = ${ids[3]}`,
      [{ tipo: 'linhas_do_selo', selo: 2, linha: null }],
    ],
    [
      'a line that was not there',
      `insert into log (id, created_at, nivel, acao, descricao) overriding system value values (${ids[0]! - 1}, now(), 'info', 'x.y', 'z')`,
      [{ tipo: 'linha_inserida', selo: null, linha: ids[0]! - 1 }],
    ],
    [
      'a reason that was not there',
      `insert into log_motivo values (${ids[1]}, 'porque sim')`,
      [{ tipo: 'linha_alterada', selo: 1, linha: ids[1] }],
    ],
    [
      'a line rewritten with its hash',
      `update log set descricao = 'x' where id = ${ids[2]}; update selo_linha s set impressao = impressao_do_log(l, resumo_do_digitado(s.sal, log_digitado(l, null))) from log l where l.id = s.log_id and l.id = ${ids[2]}`,
      [{ tipo: 'selo_alterado', selo: 2, linha: null }],
    ],
    [
      'a seal moved in time',
      `update selo set selado_em = selado_em - interval '1 day' where numero = 2`,
      [{ tipo: 'selo_alterado', selo: 2, linha: null }],
    ],
    [
      'a seal taken from the chain',
      `delete from selo where numero = 2`,
      [{ tipo: 'selo_apagado', selo: 2, linha: null }],
    ],
    ['the last seal taken off', `delete from selo where numero = 3`, [{ tipo: 'selo_apagado', selo: 3, linha: null }]],
    [
      'the last seal taken off with its lines',
      `delete from selo where numero = 3; delete from selo_linha where selo = 3`,
      [
        { tipo: 'linha_inserida', selo: null, linha: ids[4] },
        { tipo: 'linha_inserida', selo: null, linha: ids[5] },
      ],
    ],
    [
      'an erased text that nobody erased',
      `update selo_linha set sal = null, texto_resumo = sha256('x') where log_id = ${ids[4]}`,
      [{ tipo: 'linha_alterada', selo: 3, linha: ids[4] }],
    ],
  ]
  for (const [nome, comando, esperado] of casos) {
    await world.comoDono(
      'create table g1 as table log; create table g2 as table log_motivo; create table g3 as table selo; create table g4 as table selo_linha',
    )
    await adulterar(world, comando)
    expect(await achar(world), nome).toEqual(expect.arrayContaining(esperado))
    await adulterar(
      world,
      `delete from log; delete from log_motivo; delete from selo; delete from selo_linha; insert into log overriding system value table g1;
       insert into log_motivo table g2; insert into selo table g3; insert into selo_linha table g4; drop table g1, g2, g3, g4`,
    )
    expect(await achar(world), `${nome}, and mended`).toEqual([])
  }
})

test('a seal hashed anew does not carry on the chain', async ({ world }) => {
  await selado(world)
  await adulterar(
    world,
    `update selo set resumo = sha256('x'), hash = sha256(convert_to(encode(anterior, 'hex') || e'\\n' || encode(sha256('x'), 'hex'), 'UTF8')) where numero = 1`,
  )
  expect(await achar(world)).toEqual([
    { tipo: 'selo_alterado', selo: 1, linha: null },
    { tipo: 'corrente_partida', selo: 2, linha: null },
  ])
})

test('the program itself changes neither the log nor its seals, and the owner is refused too', async ({ world }) => {
  await selado(world)
  for (const comando of [
    'delete from selo',
    `update selo set linhas = 5`,
    'delete from selo_linha',
    'update selo_linha set sal = null',
    'update log set ip = null',
  ]) {
    await expect(sql.raw(comando).execute(world.db), comando).rejects.toThrow(/permission denied/)
    await expect(world.comoDono(comando), comando).rejects.toThrow(/append-only/)
  }
})

test('an erasure required by law leaves the seals valid, and the rest of the line covered', async ({ world }) => {
  const admin = await world.criarAdmin()
  const { id } = await world.criarCliente()
  await registrar(world.db, {
    ...umaLinha(world, 'Com motivo'),
    motivo: 'Segredo do cliente',
    entidade: 'cliente',
    entidadeId: id,
  })
  await world.db
    .insertInto('log')
    .values({
      created_at: world.relogio.agora(),
      nivel: 'info',
      acao: 'cliente.anonimizar',
      descricao: 'De {cliente:1}. Motivo: Segredo',
      entidade: 'cliente',
      entidade_id: id,
    })
    .execute()
  await selar(world)
  await anonimizar(world.db, id, 'Pediu', {
    usuarioId: admin.id,
    ip: null,
    agora: world.relogio.agora(),
    origem: 'usuario',
  })
  await selar(world)
  const { rows } = await sql<{
    log_id: number
  }>`select log_id from selo_linha where sal is null and texto_resumo is not null`.execute(world.db)
  expect(rows).toHaveLength(2)
  expect(await achar(world)).toEqual([])
  await adulterar(world, `update log set created_at = created_at - interval '1 day' where id = ${rows[0]!.log_id}`)
  expect(await achar(world)).toEqual([{ tipo: 'linha_alterada', selo: 1, linha: rows[0]!.log_id }])
})

test('a line is sealed before it loses its text, or after, never half', async ({ world }) => {
  const admin = await world.criarAdmin()
  const { id } = await world.criarCliente()
  await registrar(world.db, {
    ...umaLinha(world, 'Com motivo'),
    motivo: 'Segredo do cliente',
    entidade: 'cliente',
    entidadeId: id,
  })
  await passarMinuto(world)
  const autor = { usuarioId: admin.id, ip: null, agora: world.relogio.agora(), origem: 'usuario' as const }
  let apagou: Promise<unknown> | undefined
  await emTransacao(world.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(7302110005)`.execute(trx)
    apagou = anonimizar(world.db, id, 'Pediu', autor)
    const selou = selarLog(world.db, world.relogio.agora())
    await esperarNaTrava(world.db, 2)
    apagou = Promise.all([apagou, selou])
  })
  await apagou
  await selar(world)
  expect(await achar(world)).toEqual([])
})

test('the clock looks through all of it again and again, says once that it does not hold, and once that it does', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const ver = async () => (await world.chamar(admin, 'GET', '/api/admin/logs/selos')).json()
  expect(await ver()).toEqual({
    situacao: 'intacto',
    ultimo: null,
    por_selar: 0,
    conferido_em: null,
    problema: null,
    rompido_em: null,
  })
  const [primeira] = await selado(world)
  const rodar = async () => {
    world.relogio.passar({ minutos: 11 })
    await conferirMaisSelos(world.db, world.relogio.agora())
  }
  await rodar()
  expect(await ver()).toMatchObject({
    situacao: 'intacto',
    ultimo: { numero: 3 },
    conferido_em: world.relogio.agora().toISOString(),
  })
  await adulterar(world, `update log set descricao = 'x' where id = ${primeira}`)
  await rodar()
  const desde = world.relogio.agora().toISOString()
  await rodar()
  expect(await ver()).toMatchObject({
    situacao: 'rompido',
    rompido_em: desde,
    problema: {
      tipo: 'linha_alterada',
      selo: 1,
      linha: primeira,
      frase: `O registro ${primeira} não diz mais o que dizia quando o selo 1 foi posto.`,
    },
  })
  await adulterar(world, `update log set descricao = 'a1' where id = ${primeira}`)
  await rodar()
  expect(await ver()).toMatchObject({ situacao: 'intacto', problema: null, rompido_em: null })
  const ditas = await world.db.selectFrom('log').select('acao').where('acao', 'like', 'selo.%').orderBy('id').execute()
  expect(ditas.map(({ acao }) => acao)).toEqual(['selo.romper', 'selo.voltar'])
})

test('a seal is what SHA-256 says of its text, worked out anywhere', async ({ world }) => {
  await registrar(world.db, {
    ...umaLinha(world, 'Ação com "aspas" e\nquebra'),
    motivo: 'porquê',
    dados: { b: 1.5, a: [null] },
  })
  await anotar(world, 'outra')
  await selar(world)
  const { rows } = await sql<{ fixo: string; digitado: string; sal: string; impressao: string; id: number }>`
    select l.id, log_fixo(l) as fixo, log_digitado(l, m.motivo) as digitado, sal::text, encode(impressao, 'hex') as impressao
    from log l join selo_linha on log_id = l.id left join log_motivo m on m.log_id = l.id order by 1`.execute(world.db)
  const sha = (texto: string) => createHash('sha256').update(texto).digest('hex')
  for (const { fixo, digitado, sal, impressao } of rows)
    expect(sha(`${fixo}\n${sha(`${sal}\n${digitado}`)}`)).toBe(impressao)
  expect(JSON.parse(rows[0]!.fixo)).toMatchObject({
    acao: 'modelo.testar',
    created_at: '2026-11-24T13:00:00.000000Z',
    dados: { a: [null], b: 1.5 },
  })
  const resumo = sha(
    `selo 1\n2026-11-24T13:00:00.000Z\n${rows.map(({ id, impressao }) => `${id} ${impressao}`).join('\n')}`,
  )
  const { ultimo } = await conferirSelos(world.db)
  const noShell = execFileSync('sh', ['-c', `printf '%s\\n%s' ${'0'.repeat(64)} ${resumo} | sha256sum`], {
    encoding: 'utf8',
  })
  expect(ultimo).toMatchObject({ numero: 1, hash: noShell.slice(0, 64) })
})
