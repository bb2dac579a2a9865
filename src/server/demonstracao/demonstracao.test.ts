import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { problemasDasVariaveis, TIPOS_MODELO } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import { bancoVazio } from '#server/db/identidade.ts'
import { lerMomento } from '#server/regua/momento.queries.ts'
import { decidir } from '#server/regua/selecao.ts'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { vigiarStatus } from '#server/whatsapp/silencio.actions.ts'
import { test, type World } from '#test/world.ts'
import { criarDemonstracao } from './demonstracao.actions.ts'
import { abrirLogins, ehDemonstracao, LOGINS_DA_DEMONSTRACAO } from './logins.actions.ts'

const opcoes = (world: World) => ({
  agora: world.relogio.agora(),
  chaveSecreta: Buffer.alloc(32),
  hashDaSenha: async (senha: string) => `hash de ${senha}`,
  armazem: world.servicos.armazem,
  clientes: 120,
})

async function contar(world: World) {
  const { rows } = await sql<Record<string, number>>`
    select status, count(*)::int as clientes, sum(aberto_centavos)::bigint as aberto from cliente group by status order by status`.execute(
    world.db,
  )
  return rows
}

const comModelos = (world: World) =>
  world.db
    .insertInto('modelo')
    .values(
      TIPOS_MODELO.map((tipo) => ({ tipo, titulo: MODELOS_PADRAO[tipo].titulo, updated_at: world.relogio.agora() })),
    )
    .onConflict((c) => c.doNothing())
    .execute()

/** Promises kept, awaited and broken; disputes open, late, right with a photo; messages with hints; nothing that cannot be. */
async function comTratativas(world: World) {
  const promessas = await world.db.selectFrom('promessa').select('status').distinct().orderBy('status').execute()
  expect(promessas.map(({ status }) => status)).toEqual(['cumprida', 'pendente', 'quebrada'])
  const contestacoes = await world.db.selectFrom('contestacao').selectAll().execute()
  expect(new Set(contestacoes.map(({ status }) => status))).toEqual(new Set(['aberta', 'procedente', 'improcedente']))
  expect(contestacoes.filter(({ status, prazo }) => status === 'aberta' && prazo < world.hoje())).toHaveLength(1)
  for (const { arquivo } of contestacoes.filter((uma) => uma.arquivo !== null)) {
    const guardado = await world.servicos.armazem.abrir((arquivo as { arquivo: string }).arquivo)
    expect(guardado?.tamanho).toBeGreaterThan(1_000)
    guardado?.corpo.destroy()
  }
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from mensagem where intencoes is not null and direcao = 'recebida'`.execute(world.db)
  expect(rows[0]!.n).toBeGreaterThan(5)
  const { rows: esperam } = await sql<{ status: string }>`
    select status from negociacao where encerrada_em is null and status <> 'ativa' order by status`.execute(world.db)
  expect(esperam.map(({ status }) => status)).toEqual(['aguarda_aprovacao', 'proposta'])
  const quebrou = await world.db
    .selectFrom('cliente')
    .select('id')
    .where('aguardando_motivo', '=', 'promessa_quebrada')
    .execute()
  expect(quebrou).toHaveLength(3)
}

/** Who waits does so since the first thing they wrote, or since their agreement broke; the window runs from the last one. */
async function comEsperas(world: World) {
  const { rows } = await sql<{ esperam: number; quebrados: number; semMotivo: number; janelas: number }>`
    with fala as (select cliente_id, max(created_at) filter (where direcao = 'recebida') as ultima from mensagem group by 1)
    select count(*) filter (where c.aguardando_desde is not null)::int as esperam,
      count(*) filter (where c.aguardando_motivo = 'acordo_quebrado')::int as quebrados,
      count(*) filter (where c.aguardando_motivo = 'respondeu' and not exists (
        select from mensagem m where m.cliente_id = c.id and m.direcao = 'recebida' and m.created_at = c.aguardando_desde)
        or c.aguardando_motivo = 'acordo_quebrado' and not exists (
        select from negociacao n where n.cliente_id = c.id and n.encerrada_em = c.aguardando_desde))::int as "semMotivo",
      count(*) filter (where k.janela_ate <> f.ultima + interval '24 hours')::int as janelas
    from cliente c join contato k on k.id = c.contato_id left join fala f on f.cliente_id = c.id`.execute(world.db)
  expect(rows[0]!.esperam).toBeGreaterThan(5)
  expect(rows[0]!.quebrados).toBeGreaterThan(0)
  expect(rows[0]).toMatchObject({ semMotivo: 0, janelas: 0 })
}

/** Most customers with a CPF are confirmed; some were asked, some are to be asked, one waits for a person. */
async function comPessoas(world: World) {
  const { rows } = await sql<{ sabidas: number; perguntas: number; chamados: number }>`
    select (select count(*)::int from pessoa_do_telefone where ouvida_em > ${world.relogio.agora()}::timestamptz - interval '180 days') as sabidas,
      (select count(*)::int from mensagem where finalidade = 'confirmacao') as perguntas,
      (select count(*)::int from cliente where aguardando_motivo = 'pessoa_nao_confirmada') as chamados`.execute(
    world.db,
  )
  expect(rows[0]!.sabidas).toBeGreaterThan(30)
  expect(rows[0]).toMatchObject({ perguntas: 4, chamados: 1 })
  const agora = world.relogio.agora()
  const decisoes = await decidir(world.db, { agora, momento: await lerMomento(world.db, agora) })
  const semSaber = decisoes.filter(({ modelo }) => modelo === 'confirmar_pessoa')
  expect(semSaber.length).toBeGreaterThan(2)
  expect(semSaber.length).toBeLessThan(10)
  expect(semSaber.filter(({ motivo }) => motivo === 'pessoa_nao_confirmada')).toHaveLength(2)
}

describe('criarDemonstracao', () => {
  test('fills an empty database with a world that adds up, and raises no alarm about what it never sent', async ({
    world,
  }) => {
    await comModelos(world)
    expect(await bancoVazio(world.db)).toBe(true)
    await criarDemonstracao(world.db, opcoes(world))
    expect(await ehDemonstracao(world.db)).toBe(true)
    // A key that no bank takes would make no code.
    expect((await lerEmpresa(world.db)).recebedor).toMatchObject({ chave: '14206377000106' })

    const { rows } = await sql<{ errados: number }>`
      select count(*)::int as errados from cliente c
      left join (select cliente_id, count(*)::int n, sum(valor_centavos - pago_centavos) soma, min(vencimento_util) oldest
        from conta where situacao = 'aberta' group by cliente_id) t on t.cliente_id = c.id
      where c.contas_abertas <> coalesce(t.n, 0) or c.aberto_centavos <> coalesce(t.soma, 0) or c.vencimento_mais_antigo is distinct from t.oldest`.execute(
      world.db,
    )
    expect(rows[0]?.errados).toBe(0)
    const { rows: feitos } = await sql<{ acao: string; futuros: number }>`
      select acao, count(*) filter (where created_at > ${world.relogio.agora()})::int as futuros from log
      where entidade = 'cliente' group by acao order by acao`.execute(world.db)
    expect(feitos.map(({ acao }) => acao)).toEqual(
      expect.arrayContaining([
        'anotacao.escrever',
        'cliente.assumir',
        'cliente.concluir',
        'cliente.pausar',
        'cliente.responder',
        'conta.pagar',
        'negociacao.cumprir',
        'negociacao.fechar',
        'negociacao.quebrar',
      ]),
    )
    expect(feitos.filter(({ futuros }) => futuros > 0)).toEqual([])
    const notas = await world.db
      .selectFrom('anotacao')
      .innerJoin('cliente', 'cliente.id', 'anotacao.cliente_id')
      .innerJoin('usuario', 'usuario.id', 'autor_id')
      .select(['texto', 'anotacao.created_at', 'cliente.created_at as desde', 'role'])
      .execute()
    expect(notas.filter((nota) => nota.role !== 'operador' || nota.created_at < nota.desde)).toEqual([])
    const frases = await world.db.selectFrom('frase').select(['texto', 'usuario_id']).execute()
    expect(new Set(frases.map(({ usuario_id }) => usuario_id)).size).toBe(3) // the company's, and each operator's
    expect(frases.flatMap(({ texto }) => problemasDasVariaveis(texto))).toEqual([])
    const status = (await contar(world)).map((linha) => linha.status)
    expect(status).toEqual(['aguardando_atendimento', 'ativo', 'concluido', 'em_atendimento', 'negociado', 'pausado'])
    await comPessoas(world)
    await comEsperas(world)
    await comTratativas(world)
    const creditos = await world.db
      .selectFrom('movimento')
      .select(['situacao', 'dia', 'cliente_id'])
      .where('tipo', '=', 'credito')
      .execute()
    const semDono = creditos.filter(({ situacao }) => situacao === 'novo')
    expect(semDono.length).toBeGreaterThan(5) // somebody has to explain them
    expect(semDono.length).toBeLessThan(creditos.length / 2)
    expect(
      creditos.filter(({ dia, cliente_id, situacao }) => dia >= world.hoje() || !cliente_id !== (situacao === 'novo')),
    ).toEqual([])

    world.relogio.passar({ horas: 2 })
    await vigiarStatus(world.servicos)
    const { sem_status_desde } = await world.db
      .selectFrom('configuracao')
      .select('sem_status_desde')
      .executeTakeFirstOrThrow()
    expect(sem_status_desde).toBeNull()
  })

  test('tells the same story from the same seed', async ({ world }) => {
    await comModelos(world)
    const poucos = { ...opcoes(world), clientes: 40 } // told twice: few are enough to differ
    await criarDemonstracao(world.db, poucos)
    const primeira = await contar(world)
    await world.comoDono('truncate usuario, cliente, contato restart identity cascade')
    await criarDemonstracao(world.db, poucos)
    expect(await contar(world)).toEqual(primeira)
  })
})

describe('what opens the demonstration', () => {
  const conhecidos = LOGINS_DA_DEMONSTRACAO.map(({ papel, email, senha }) => ({ papel, email, senha }))
  const montar = async (world: World) => {
    await comModelos(world)
    await criarDemonstracao(world.db, { ...opcoes(world), hashDaSenha, clientes: 2 })
  }
  const entra = async (world: World, { email, senha }: { email: string; senha: string }) =>
    (await world.chamar(null, 'POST', '/api/login', { email, password: senha })).statusCode

  test('on this machine alone: the known passwords, of whoever is still there and has not changed theirs', async ({
    world,
  }) => {
    await montar(world)
    expect(await abrirLogins(world.servicos, false)).toEqual(conhecidos)
    const [admin, camila, rafael] = conhecidos
    await world.db.updateTable('usuario').set({ status: 'Bloqueado' }).where('email', '=', rafael!.email).execute()
    await world.db
      .updateTable('usuario')
      .set({ senha_hash: await hashDaSenha('Cajueiro-5521') })
      .where('email', '=', camila!.email)
      .execute()
    expect(await abrirLogins(world.servicos, false)).toEqual([admin])
  })

  test('where others reach it: passwords at random, told once; the known ones and their sessions end', async ({
    world,
  }) => {
    await montar(world)
    const { token } = (
      await world.chamar(null, 'POST', '/api/login', { email: conhecidos[1]!.email, password: conhecidos[1]!.senha })
    ).json()
    const nos = await Promise.all([abrirLogins(world.servicos, true), abrirLogins(world.servicos, true)])
    const novos = nos.flat().toSorted((a, b) => a.email.localeCompare(b.email))
    expect(novos.map(({ email }) => email)).toEqual(conhecidos.map(({ email }) => email))
    for (const login of novos) expect(await entra(world, login)).toBe(200)
    for (const login of conhecidos) expect(await entra(world, login)).toBe(401)
    expect((await world.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(
      401,
    )
    expect(await abrirLogins(world.servicos, true)).toEqual([])
    expect(await ehDemonstracao(world.db)).toBe(true)
  })
})
