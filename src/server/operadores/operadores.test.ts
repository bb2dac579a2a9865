import { describe, expect } from 'vitest'
import type { NovaLinha } from '#server/db/schema.ts'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { exigirOperadoresAtivos, exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { type Pessoa, test, type World } from '#test/world.ts'

const SENHA = 'Jacaranda-4417'
const novo = (campos = {}) => ({
  name: 'Camila Rezende',
  email: 'camila@exemplo.com.br',
  password: SENHA,
  password_confirmation: SENHA,
  ...campos,
})
const criar = (world: World, admin: Pessoa, campos = {}) =>
  world.chamar(admin, 'POST', '/api/admin/operadores', novo(campos))
const entrar = (world: World, email: string, password: string) =>
  world.chamar(null, 'POST', '/api/login', { email, password })
const mensagemNaFila = (world: World, clienteId: number, campos: Partial<NovaLinha<'mensagem'>> = {}) =>
  world.db
    .insertInto('mensagem')
    .values({
      cliente_id: clienteId,
      direcao: 'enviada',
      tipo: 'texto',
      conteudo: 'Olá',
      status: 'pendente',
      finalidade: 'atendimento',
      envio: 'fila',
      created_at: world.relogio.agora(),
      ...campos,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

describe('POST /api/admin/operadores', () => {
  test('makes an operator who can sign in, and logs who did it', async ({ world }) => {
    const admin = await world.criarAdmin()
    const resposta = await criar(world, admin)
    expect(resposta.statusCode).toBe(201)
    const operador = resposta.json()
    expect(operador).toEqual({
      id: expect.any(Number),
      name: 'Camila Rezende',
      email: 'camila@exemplo.com.br',
      status: 'Ativo',
      segundo_fator: false,
      contatos_mes: 0,
      clientes_vinculados: 0,
      clientes_em_atendimento: 0,
      acordos_ativos: 0,
      valor_recebido_mes: 0,
      ultima_entrada_em: null,
      created_at: world.relogio.agora().toISOString(),
    })
    expect((await entrar(world, 'Camila@Exemplo.com.br', SENHA)).statusCode).toBe(200)
    const visto = (await world.chamar(admin, 'GET', `/api/admin/operadores/${operador.id}`)).json()
    expect(visto.ultima_entrada_em).toBe(world.relogio.agora().toISOString())
    expect(
      await world.db.selectFrom('log').select(['acao', 'usuario_id', 'entidade_id']).orderBy('id').execute(),
    ).toEqual([
      { acao: 'operador.criar', usuario_id: admin.id, entidade_id: operador.id },
      { acao: 'sessao.entrar', usuario_id: operador.id, entidade_id: null },
    ])
  })

  test.for([
    ['no name', { name: ' ' }, 'name'],
    ['an e-mail that is none', { email: 'nada-disso' }, 'email'],
    ['no password', { password: undefined }, 'password'],
    ['no repetition', { password_confirmation: undefined }, 'password_confirmation'],
    ['a differing repetition', { password_confirmation: `${SENHA}x` }, 'password_confirmation'],
    ['nine characters', { password: 'Abc-12345', password_confirmation: 'Abc-12345' }, 'password'],
    ['one of the commonest', { password: '1234567890', password_confirmation: '1234567890' }, 'password'],
    ['a NUL in the name', { name: 'a\u0000b' }, 'name'],
  ] as const)('with %s answers 422 and makes nobody', async ([, campos, campo], { world }) => {
    const admin = await world.criarAdmin()
    const resposta = await criar(world, admin, campos)
    expect(resposta.statusCode).toBe(422)
    expect(Object.keys(resposta.json().errors)).toEqual([campo])
    expect(await world.db.selectFrom('usuario').select('id').execute()).toHaveLength(1)
  })

  test('refuses an e-mail in use, in any case, also when two come at once', async ({ world }) => {
    const admin = await world.criarAdmin()
    const respostas = await Promise.all([criar(world, admin), criar(world, admin, { email: 'CAMILA@exemplo.com.br' })])
    expect(respostas.map((resposta) => resposta.statusCode).sort()).toEqual([201, 422])
    expect(respostas.find((resposta) => resposta.statusCode === 422)!.json().errors).toHaveProperty('email')
  })
})

describe('GET /api/admin/operadores', () => {
  test('lists by name, found by name or e-mail whatever accents and case', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.criarOperador({ name: 'Vinícius', email: 'v@exemplo.com.br', status: 'Bloqueado' })
    await world.criarOperador({ name: 'Ângela', email: 'a@exemplo.com.br' })
    await world.criarOperador({ name: 'Bruno', email: 'b@exemplo.com.br' })
    const listar = async (consulta = '') =>
      (await world.chamar(admin, 'GET', `/api/admin/operadores${consulta}`)).json()
    const nomes = async (consulta: string) => (await listar(consulta)).data.map((um: { name: string }) => um.name)
    const { data, ...resto } = await listar('?per_page=2')
    expect(data).toHaveLength(2)
    expect(resto).toEqual({ current_page: 1, last_page: 2, per_page: 2, total: 3, ativos: 2 })
    expect(await nomes('?busca=ANGELA')).toEqual(['Ângela'])
    expect(await nomes('?busca=v@exemplo')).toEqual(['Vinícius'])
    expect(await nomes('?status=Bloqueado')).toEqual(['Vinícius'])
    expect((await world.chamar(admin, 'GET', '/api/admin/operadores?status=x')).statusCode).toBe(422)
  })

  test('goes away as a spreadsheet, under the same filters and safe against formulas', async ({ world }) => {
    const admin = await world.criarAdmin()
    const ana = await world.criarOperador({ name: 'Ana', email: 'ana@exemplo.com.br' })
    await world.criarOperador({ name: '=1+1', email: 'f@exemplo.com.br', status: 'Bloqueado' })
    const baixar = (quem: Pessoa, consulta = '') =>
      world.chamar(quem, 'GET', `/api/admin/operadores/exportar.csv${consulta}`)
    const todos = await baixar(admin)
    expect(todos.headers['content-disposition']).toBe('attachment; filename="operadores-2026-11-24.csv"')
    expect(todos.body.split('\r\n')).toHaveLength(4)
    expect(todos.body).toContain(`"'=1+1";"f@exemplo.com.br";"Bloqueado"`)
    expect((await baixar(admin, '?busca=ana')).body).toContain('"Ana";"ana@exemplo.com.br";"Ativo";"0"')
    expect((await baixar(admin, '?busca=ana')).body).not.toContain('1+1')
    expect((await baixar(ana)).statusCode).toBe(403)
  })
})

describe('GET and PUT /api/admin/operadores/{id}', () => {
  test('answer 404 for whoever is not an operator', async ({ world }) => {
    const admin = await world.criarAdmin()
    for (const id of [99_999_999, admin.id]) {
      expect((await world.chamar(admin, 'GET', `/api/admin/operadores/${id}`)).statusCode).toBe(404)
      expect((await world.chamar(admin, 'PUT', `/api/admin/operadores/${id}`, { name: 'X' })).statusCode).toBe(404)
      expect((await world.chamar(admin, 'PATCH', `/api/admin/operadores/${id}/bloquear`)).statusCode).toBe(404)
    }
    expect((await world.chamar(admin, 'GET', '/api/admin/operadores/9e99')).statusCode).toBe(422)
  })

  test('change what was sent and nothing else', async ({ world }) => {
    const admin = await world.criarAdmin()
    const ana = await world.criarOperador({ name: 'Ana' })
    const outra = await world.criarOperador()
    const mudar = (campos: object) => world.chamar(admin, 'PUT', `/api/admin/operadores/${ana.id}`, campos)
    expect((await mudar({ name: 'Ana Moura' })).json()).toMatchObject({ name: 'Ana Moura', email: ana.email })
    expect((await mudar({ email: 'nova@exemplo.com.br' })).json()).toMatchObject({
      name: 'Ana Moura',
      email: 'nova@exemplo.com.br',
    })
    expect((await mudar({ email: outra.email.toUpperCase() })).json().errors).toHaveProperty('email')
    expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(200)
    expect((await mudar({ password: 'Outra-Senha-77', password_confirmation: 'Outra-Senha-78' })).statusCode).toBe(422)
    expect((await mudar({ password: 'Outra-Senha-77' })).statusCode).toBe(422)
    expect((await mudar({ password: 'Outra-Senha-77', password_confirmation: 'Outra-Senha-77' })).statusCode).toBe(200)
    expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(401)
    expect((await entrar(world, 'nova@exemplo.com.br', 'Outra-Senha-77')).statusCode).toBe(200)
    await mudar({ name: 'Ana Moura', email: 'nova2@exemplo.com.br' })
    const { data } = (await world.chamar(admin, 'GET', '/api/admin/logs?acao=operador.mudar')).json()
    expect(data[0].descricao).toBe('Mudou e-mail de Ana Moura')
  })
})

describe('PATCH /api/admin/operadores/{id}/bloquear', () => {
  test('ends tokens, frees customers, cancels what waits, and is undone by reativar', async ({ world }) => {
    const admin = await world.criarAdmin()
    const ana = await world.criarOperador({ senha_hash: await hashDaSenha(SENHA) })
    const bia = await world.criarOperador()
    const atendido = await world.criarCliente({ operador_id: ana.id, status: 'em_atendimento' })
    const ativo = await world.criarCliente({ operador_id: ana.id })
    const deBia = await world.criarCliente({ operador_id: bia.id })
    const escritas = await Promise.all([
      mensagemNaFila(world, deBia.id, { autor_id: ana.id }),
      mensagemNaFila(world, ativo.id),
      mensagemNaFila(world, deBia.id, { autor_id: bia.id }),
      mensagemNaFila(world, ativo.id, { envio: 'reivindicada', autor_id: ana.id }),
    ])

    const resposta = await world.chamar(admin, 'PATCH', `/api/admin/operadores/${ana.id}/bloquear`)

    expect(resposta.json()).toMatchObject({ id: ana.id, status: 'Bloqueado', clientes_vinculados: 0 })
    expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(401)
    expect((await entrar(world, ana.email, SENHA)).statusCode).toBe(403)
    const clientes = await world.db
      .selectFrom('cliente')
      .select(['status', 'operador_id', 'aguardando_motivo'])
      .orderBy('id')
      .execute()
    expect(clientes).toEqual([
      { status: 'aguardando_atendimento', operador_id: null, aguardando_motivo: 'sem_operador' },
      { status: 'ativo', operador_id: null, aguardando_motivo: null },
      { status: 'ativo', operador_id: bia.id, aguardando_motivo: null },
    ])
    expect(atendido.id).toBeLessThan(ativo.id)
    const situacoes = new Map(
      (await world.db.selectFrom('mensagem').select(['id', 'status']).execute()).map((m) => [m.id, m.status]),
    )
    expect(escritas.map(({ id }) => situacoes.get(id))).toEqual(['cancelada', 'cancelada', 'pendente', 'pendente'])

    const [log] = (await world.chamar(admin, 'GET', '/api/admin/logs?acao=operador.bloquear')).json().data
    expect(log.descricao).toBe(`Bloqueou ${ana.name}; 2 clientes ficaram sem dono`)
    const repetida = await world.chamar(admin, 'PATCH', `/api/admin/operadores/${ana.id}/bloquear`)
    expect(repetida.json().status).toBe('Bloqueado')
    const acoes = async () =>
      (await world.db.selectFrom('log').select('acao').where('acao', 'like', 'operador.%').execute()).length
    expect(await acoes()).toBe(1)

    const reativada = await world.chamar(admin, 'PATCH', `/api/admin/operadores/${ana.id}/reativar`)
    expect(reativada.json()).toMatchObject({ status: 'Ativo', clientes_vinculados: 0 })
    expect((await entrar(world, ana.email, SENHA)).statusCode).toBe(200)
    expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(401)
  })

  test('waits for a write of the operator under way, and lets none begin after it', async ({ world }) => {
    const admin = await world.criarAdmin()
    const ana = await world.criarOperador()
    const ordem: string[] = []
    let bloqueio: Promise<unknown> = Promise.resolve()
    await world.db.transaction().execute(async (trx) => {
      await exigirUsuarioAtivo(trx, ana.id)
      bloqueio = world
        .chamar(admin, 'PATCH', `/api/admin/operadores/${ana.id}/bloquear`)
        .then(() => ordem.push('bloqueio'))
      await esperarNaTrava(world.db)
      ordem.push('escrita')
    })
    await bloqueio
    expect(ordem).toEqual(['escrita', 'bloqueio'])
    const depois = world.db.transaction().execute((trx) => exigirUsuarioAtivo(trx, ana.id))
    await expect(depois).rejects.toThrow(/bloqueado/)
    const destino = world.db.transaction().execute((trx) => exigirOperadoresAtivos(trx, [ana.id], 'operador_id'))
    await expect(destino).rejects.toMatchObject({ campos: { operador_id: [expect.any(String)] } })
  })
})
