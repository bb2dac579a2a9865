import { sql } from 'kysely'
import { describe, expect, onTestFinished } from 'vitest'
import { frase, oCliente, oUsuario } from '#domain/frase-do-log.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { noMesmoMundo } from '#test/mesmo-mundo.ts'
import { type Pessoa, test, type World } from '#test/world.ts'
import { contarLogs } from './contagem.queries.ts'
import { type Registro, registrar } from './logs.actions.ts'
import { buscarHistorico } from './logs.queries.ts'

async function ler(world: World, admin: Pessoa, consulta = '') {
  const resposta = await world.chamar(admin, 'GET', `/api/admin/logs${consulta}`)
  expect(resposta.statusCode, resposta.body).toBe(200)
  return resposta.json()
}

const anotar = (world: World, ...registros: Partial<Registro>[]) =>
  registrar(
    world.db,
    ...registros.map((registro) => ({
      agora: world.relogio.agora(),
      acao: 'modelo.testar' as const,
      descricao: 'Feito',
      ...registro,
    })),
  )

describe('GET /api/admin/logs', () => {
  test('answers pages of twenty, newest first', async ({ world }) => {
    const admin = await world.criarAdmin()
    await anotar(world, ...Array.from({ length: 45 }, (_, i) => ({ descricao: `linha ${i + 1}` })))
    const { data, ...pagina } = await ler(world, admin, '?page=3')
    expect(pagina).toEqual({ current_page: 3, last_page: 3, per_page: 20, total: 45 })
    expect(data.map((linha: { descricao: string }) => linha.descricao)).toEqual(
      [5, 4, 3, 2, 1].map((n) => `linha ${n}`),
    )
    expect((await ler(world, admin, '?page=9')).data).toEqual([])
  })

  test('gives all that the filters find as a spreadsheet, each entry once, safe against formulas', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    await anotar(world, ...Array.from({ length: 1005 }, (_, i) => ({ descricao: `linha ${i + 1}` })))
    await anotar(world, { acao: 'regua.mudar', descricao: '=1+1' })
    const baixar = (consulta: string) => world.chamar(admin, 'GET', `/api/admin/logs/exportar.csv?${consulta}`)
    const todas = await baixar('acao=modelo')
    expect(todas.headers['content-disposition']).toBe('attachment; filename="logs-2026-11-24.csv"')
    const linhas = todas.body.split('\r\n').slice(1, -1)
    expect(new Set(linhas).size).toBe(1005)
    expect(linhas[0]).toContain('"linha 1005"')
    expect((await baixar('acao=regua')).body).toContain(`"'=1+1"`)
    expect((await world.chamar(await world.criarOperador(), 'GET', '/api/admin/logs/exportar.csv')).statusCode).toBe(
      403,
    )
  })

  test('shows the current names for the ids it stores', async ({ world }) => {
    const admin = await world.criarAdmin({ name: 'Helena' })
    const { id } = await world.criarCliente({ nome: 'Marlene Souza' })
    await anotar(world, {
      descricao: frase`${oCliente(id)} passou a ${oUsuario(admin.id)}; ${oCliente(999)} não existe`,
      usuarioId: admin.id,
      ip: '10.0.4.21',
      entidade: 'cliente',
      entidadeId: id,
      nivel: 'aviso',
    })
    const [linha] = (await ler(world, admin)).data
    expect(linha).toEqual({
      id: expect.any(Number),
      created_at: world.relogio.agora().toISOString(),
      nivel: 'aviso',
      acao: 'modelo.testar',
      descricao: 'Marlene Souza passou a Helena; cliente 999 não existe',
      usuario: { id: admin.id, name: 'Helena' },
      ip: '10.0.4.21',
      entidade: 'cliente',
      entidade_id: id,
      referencias: [
        { tipo: 'cliente', id, nome: 'Marlene Souza' },
        { tipo: 'usuario', id: admin.id, nome: 'Helena' },
      ],
    })
    await world.db.updateTable('cliente').set({ nome: 'Anônimo' }).where('id', '=', id).execute()
    expect(JSON.stringify(await ler(world, admin))).not.toContain('Marlene')
    expect((await buscarHistorico(world.db, id)).map((entrada) => entrada.acao)).toEqual(['modelo.testar'])
  })

  test('resolves nothing that a person typed, and finds it as it was typed', async ({ world }) => {
    const [admin, ana] = [await world.criarAdmin({ name: 'Helena' }), await world.criarOperador()]
    const alheio = await world.criarCliente({ nome: 'Segredo de Outra', operador_id: admin.id })
    const { id, contas } = await world.criarCliente({ nome: 'Padaria', operador_id: ana.id }, [
      { numero: 'Q-{cliente:1}' },
    ])
    const motivo = `já pago {cliente:${alheio.id}} {usuario:${admin.id}} {conta:${alheio.contas[0]}}`
    const url = `/api/operador/contas-receber/${contas[0]}/cancelar`
    expect((await world.chamar(ana, 'PATCH', url, { motivo })).statusCode).toBe(200)
    await anotar(world, { descricao: `Texto de fora: {cliente:${alheio.id}}` })
    const { historico } = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)).json()
    const linha = historico.find((uma: { acao: string }) => uma.acao === 'conta.cancelar')
    expect(linha.descricao).toBe(`Conta Q-{cliente:1} de Padaria cancelada. Motivo: ${motivo}`)
    expect(linha.referencias).toEqual([{ tipo: 'cliente', id, nome: 'Padaria' }])
    const lidas = await ler(world, admin)
    expect(JSON.stringify(lidas)).not.toContain('Segredo')
    expect(await ler(world, admin, '?busca=J%C3%81%20pago')).toMatchObject({ total: 1 })
    expect((await ler(world, admin, '?busca=q-%7Bcli')).data).toMatchObject([{ acao: 'conta.cancelar' }])
  })

  test('trusts in earlier versions’ lines only what nobody can have typed', async ({ world }) => {
    const admin = await world.criarAdmin({ name: 'Helena' })
    const alheio = await world.criarCliente({ nome: 'Segredo de Outra' })
    const { id, contas } = await world.criarCliente({ nome: 'Padaria' }, [{ numero: '77' }])
    const doCliente = {
      entidade: 'cliente',
      entidade_id: id,
      created_at: world.relogio.agora(),
      nivel: 'info' as const,
    }
    const daConta = { ...doCliente, dados: JSON.stringify({ conta: contas[0] }) }
    await world.db
      .insertInto('log')
      .values([
        {
          ...daConta,
          acao: 'conta.cancelar',
          descricao: `Conta Ana {cliente:${alheio.id}} de {cliente:${id}} cancelada. Motivo: {usuario:${admin.id}} e {conta:${alheio.contas[0]}}`,
        },
        {
          ...daConta,
          acao: 'conta.cancelar',
          descricao: `A conta {conta:${contas[0]}} de {cliente:${id}} foi cancelada com a nota fiscal.`,
        },
        {
          ...doCliente,
          acao: 'cliente.transferir',
          descricao: `{cliente:${id}} passou de ninguém para {usuario:${admin.id}}.`,
        },
      ])
      .execute()
    expect((await buscarHistorico(world.db, id)).map(({ descricao }) => descricao)).toEqual([
      'Padaria passou de ninguém para Helena.',
      'A conta 77 de Padaria foi cancelada com a nota fiscal.',
      `Conta Ana {cliente:${alheio.id}} de Padaria cancelada. Motivo: {usuario:${admin.id}} e {conta:${alheio.contas[0]}}`,
    ])
  })

  test('filters', async ({ world }) => {
    const admin = await world.criarAdmin({ name: 'Helena Vasconcelos' })
    const { id } = await world.criarCliente({
      nome: 'Padaria São José',
      documento: '52998224725',
      telefone: '+5511987654321',
    })
    await anotar(
      world,
      { descricao: 'a', acao: 'sessao.entrar', usuarioId: admin.id },
      { descricao: 'b', acao: 'cliente.assumir', entidade: 'cliente', entidadeId: id },
      { descricao: 'c', acao: 'cliente.pausar', nivel: 'erro' },
      { descricao: 'd: Execução de 100%', agora: new Date('2026-11-23T23:59:59-03:00') },
      { descricao: 'e', acao: 'clientela.outra' as AcaoDoLog, agora: new Date('2026-11-22T00:00:00-03:00') },
    )
    const achados = async (consulta: string) =>
      (await ler(world, admin, consulta)).data
        .map((linha: { descricao: string }) => linha.descricao[0])
        .sort()
        .join('')
    expect(await achados('?nivel=erro')).toBe('c')
    expect(await achados('?acao=cliente.assumir')).toBe('b')
    expect(await achados('?acao=cliente')).toBe('bc')
    expect(await achados(`?usuario_id=${admin.id}`)).toBe('a')
    expect(await achados('?usuario_id=sistema')).not.toContain('a')
    expect(await achados('?usuario_id=sistema')).toContain('c')
    expect(await achados(`?entidade=cliente&entidade_id=${id}`)).toBe('b')
    expect(await achados('?de=2026-11-24')).toBe('abc')
    expect(await achados('?de=2026-11-23&ate=2026-11-23')).toBe('d')
    expect(await achados('?ate=2026-11-22')).toBe('e')
    expect(await achados('?busca=EXECUCAO')).toBe('d')
    expect(await achados('?busca=sao%20jose')).toBe('b')
    expect(await achados('?busca=529.982.247-25')).toBe('b')
    expect(await achados('?busca=(11)%2098765-4321')).toBe('b')
    expect(await achados('?busca=(11)%208765-4321')).toBe('b')
    expect(await achados('?busca=vasconcelos')).toBe('a')
    expect(await achados('?busca=100%25')).toBe('d')
    expect(await achados('?busca=%25')).toBe('d')
    const acoes = (await world.chamar(admin, 'GET', '/api/admin/logs/acoes')).json().data
    expect(acoes).toEqual(['cliente.assumir', 'cliente.pausar', 'clientela.outra', 'modelo.testar', 'sessao.entrar'])
  })

  test('adds new lines to the stored counts, and finds any page by them', async ({ world }) => {
    const admin = await world.criarAdmin()
    const dia = (d: number) => new Date(`2026-11-${d}T12:00:00-03:00`)
    const linhas = Array.from({ length: 30 }, (_, i) => ({ descricao: `linha ${i + 1}`, agora: dia(10 + (i % 3)) }))
    const assentar = () => sql`update contagem_log_ate set visto_em = now() - interval '1 hour'`.execute(world.db)
    const paginas = async () => {
      const lidas = []
      for (let page = 1; page <= 5; page += 1) lidas.push(...(await ler(world, admin, `?per_page=7&page=${page}`)).data)
      return lidas.map((linha) => linha.id)
    }
    await anotar(world, ...linhas)
    const antes = await paginas()
    expect([antes.length, new Set(antes).size]).toEqual([30, 30])
    await assentar()
    expect(await contarLogs(world.db)).toBe(false)
    expect(await world.db.selectFrom('contagem_log').selectAll().execute()).toEqual([]) // seen, not yet settled
    await assentar()
    await contarLogs(world.db)
    await anotar(world, { acao: 'regua.mudar', nivel: 'aviso', agora: dia(11) })
    expect((await world.db.selectFrom('contagem_log').select('linhas').execute()).map((um) => um.linhas)).toEqual([
      10, 10, 10,
    ])
    expect(await ler(world, admin)).toMatchObject({ total: 31 })
    const depois = await paginas()
    expect([depois.length, new Set(depois).size]).toEqual([31, 31])
    expect(depois.filter((id) => antes.includes(id))).toEqual(antes)
    expect(await ler(world, admin, '?acao=regua')).toMatchObject({ total: 1 })
    expect(await ler(world, admin, '?de=2026-11-11&ate=2026-11-11&per_page=5&page=3')).toMatchObject({
      total: 11,
      data: [{}],
    })
    await assentar()
    await Promise.all([contarLogs(world.db), contarLogs(world.db)])
    await assentar()
    await contarLogs(world.db)
    expect(await ler(world, admin)).toMatchObject({ total: 31 })
    const { rows } = await sql`select dia, sum(linhas)::int as linhas from contagem_log group by 1 order by 1`.execute(
      world.db,
    )
    const { rows: porDia } = await sql`select dia, linhas::int from contagem_log_dia order by 1`.execute(world.db)
    expect(porDia).toEqual(rows)
  })

  test('goes on counting after the clock of the database, which was ahead, has been set back', async ({ world }) => {
    await anotar(world, { descricao: 'uma' }, { descricao: 'outra' })
    await sql`update contagem_log_ate set visto_em = now() + interval '1 year'`.execute(world.db)
    expect(await contarLogs(world.db)).toBe(false)
    const { rows } = await sql`
      select contado, visto = (select max(id) from log) as tudo, visto_em <= clock_timestamp() as agora from contagem_log_ate`.execute(
      world.db,
    )
    // What is seen now may still have earlier lines on their way: it is counted some minutes later.
    expect(rows).toEqual([{ contado: 0, tudo: true, agora: true }])
  })

  test('of a search tells how many there are on any page, also past the last', async ({ world }) => {
    const admin = await world.criarAdmin()
    await anotar(world, ...Array.from({ length: 25 }, (_, i) => ({ descricao: `conferência ${i + 1}` })))
    const pagina = async (page: number) => {
      const { data, total } = await ler(world, admin, `?busca=conferencia&page=${page}`)
      return [total, data.length, data[0]?.descricao]
    }
    expect(await pagina(1)).toEqual([25, 20, 'conferência 25'])
    expect(await pagina(2)).toEqual([25, 5, 'conferência 5'])
    expect(await pagina(3)).toEqual([25, 0, undefined])
  })

  test('finds what an import said of each of many', async ({ world }) => {
    const admin = await world.criarAdmin()
    const importados = Array.from({ length: 3 }, (_, i) => ({
      acao: 'cliente.importar' as const,
      descricao: `{cliente:${i}} foi cadastrado pela importação 4.`,
    }))
    await anotar(world, ...importados, { descricao: 'Outra coisa' })
    expect(await ler(world, admin, '?busca=cadastrado')).toMatchObject({ total: 3 })
    expect(await ler(world, admin, '?busca=IMPORTACAO')).toMatchObject({ total: 3 })
    expect(await ler(world, admin, '?busca=outra')).toMatchObject({ total: 1 })
  })

  noMesmoMundo.for([
    'page=0',
    'page=abc',
    'per_page=101',
    'nivel=grave',
    'de=2026-02-30',
    'usuario_id=x',
    'entidade_id=1e99',
  ])('answers ?%s 422', async (consulta, { world }) => {
    const admin = await world.criarAdmin()
    expect((await world.chamar(admin, 'GET', `/api/admin/logs?${consulta}`)).statusCode).toBe(422)
  })

  test('lets nobody change or delete an entry', async ({ world }) => {
    const admin = await world.criarAdmin()
    await anotar(world, { motivo: 'porque sim' })
    const COLUNA = { log: 'acao', log_motivo: 'motivo' }
    const { id } = (await ler(world, admin)).data[0]
    for (const metodo of ['DELETE', 'PUT', 'PATCH'] as const) {
      expect([404, 405]).toContain((await world.chamar(admin, metodo, `/api/admin/logs/${id}`, {})).statusCode)
    }
    // Refused to the program's role by permission, and to the tables' owner by a trigger.
    const dono = abrirBanco(world.urlDoDono, { conexoes: 1 })
    onTestFinished(dono.fechar)
    for (const [db, recusa] of [[world.db, /permission denied/] as const, [dono.db, /append-only/] as const]) {
      for (const tabela of ['log', 'log_motivo'] as const) {
        await expect(db.deleteFrom(tabela).execute()).rejects.toThrow(recusa)
        await expect(sql`update ${sql.table(tabela)} set ${sql.ref(COLUNA[tabela])} = 'x'`.execute(db)).rejects.toThrow(
          recusa,
        )
      }
    }
  })
})

test('messages to a customer, changes of the account and exports are logged with user and address', async ({
  world,
}) => {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const { id } = await world.criarCliente({ operador_id: ana.id })
  await world.db.updateTable('contato').set({ janela_ate: '2026-11-25T00:00:00Z' }).execute()
  await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/mensagens`, { conteudo: 'Bom dia' })
  await world.chamar(ana, 'PATCH', `/api/operador/clientes/${id}/pausar`, { motivo: 'Pediu prazo' })
  await world.chamar(admin, 'GET', `/api/admin/clientes/${id}/dados`)
  await world.chamar(admin, 'PUT', '/api/admin/configuracoes/whatsapp', { empresa: 'Serra Azul' })
  const { data } = (await world.chamar(admin, 'GET', '/api/admin/logs')).json()
  expect(data).toMatchObject([
    { acao: 'whatsapp.configurar', usuario: { id: admin.id }, ip: '127.0.0.1' },
    { acao: 'cliente.exportar_dados', usuario: { id: admin.id }, ip: '127.0.0.1', entidade_id: id },
    { acao: 'cliente.pausar', usuario: { id: ana.id } },
    { acao: 'mensagem.escrever', usuario: { id: ana.id }, ip: '127.0.0.1', entidade: 'cliente', entidade_id: id },
  ])
})
