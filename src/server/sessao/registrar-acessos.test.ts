import { describe, expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { criarLogger } from '#server/http/logger.ts'
import { criarCaderno } from '#server/logs/acessos.ts'
import { test, type World } from '#test/world.ts'

const linhas = (world: World) =>
  world.db
    .selectFrom('log')
    .select(['acao', 'nivel', 'usuario_id', 'descricao', 'dados', 'ip'])
    .where('acao', 'like', 'acesso.%')
    .orderBy('id')
    .execute()

describe('what leaves', () => {
  test('as a spreadsheet stands in the log, by its name and who took it', async ({ world }) => {
    const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
    await world.chamar(admin, 'GET', '/api/admin/clientes/exportar.csv')
    await world.chamar(ana, 'GET', '/api/operador/contas-receber/exportar.csv')
    await world.chamar(ana, 'GET', '/api/operador/clientes/template-csv')
    expect(await linhas(world)).toMatchObject([
      {
        acao: 'acesso.exportar',
        nivel: 'info',
        usuario_id: admin.id,
        descricao: `{usuario:${admin.id}} exportou clientes-2026-11-24.csv`,
        ip: '127.0.0.1',
      },
      { acao: 'acesso.exportar', usuario_id: ana.id, descricao: expect.stringContaining('exportou contas') },
    ])
    const lida = (await world.chamar(admin, 'GET', '/api/admin/logs?acao=acesso')).json().data
    expect(lida[1].descricao).toBe(`${admin.name} exportou clientes-2026-11-24.csv`)
  })

  test('does not leave when it cannot be written', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.comoDono(`alter table log add check (acao <> 'acesso.exportar')`)
    // Nor does the next one in the same minute, of which the first line would have told.
    for (let i = 0; i < 2; i += 1) {
      const resposta = await world.chamar(admin, 'GET', '/api/admin/clientes/exportar.csv')
      expect(resposta.statusCode).toBe(500)
      expect(resposta.body).not.toContain('nome')
    }
  })

  test('is told of after a clock that was ahead has been set back', async ({ world }) => {
    const caderno = criarCaderno(world.servicos)
    const exportar = () => caderno.anotar({ verbo: 'exportar', oQue: 'clientes.csv', usuarioId: null, ip: '::1' })
    world.relogio.passar({ dias: 365 })
    for (let i = 0; i < 2; i += 1) await exportar()
    world.relogio.passar({ dias: -365 })
    await exportar()
    expect((await linhas(world)).map(({ descricao }) => descricao)).toEqual([
      'Alguém sem sessão exportou clientes.csv',
      'Alguém sem sessão exportou mais 1 vez no mesmo minuto: clientes.csv',
      'Alguém sem sessão exportou clientes.csv',
    ])
  })
})

describe('what is refused', () => {
  test('stands in the log: the wrong role, another’s record, a dead token', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { id } = await world.criarCliente({ operador_id: bia.id })
    await world.chamar(ana, 'GET', '/api/admin/logs?busca=52998224725')
    world.relogio.passar({ minutos: 2 })
    await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)
    await world.chamar({ ...ana, token: 'morto' }, 'GET', '/api/me')
    await world.chamar(null, 'GET', '/api/me')
    await world.chamar(ana, 'GET', '/api/nada')
    expect(await linhas(world)).toMatchObject([
      {
        acao: 'acesso.recusar',
        nivel: 'aviso',
        usuario_id: ana.id,
        descricao: `{usuario:${ana.id}} teve recusado GET /api/admin/logs (403)`,
      },
      {
        usuario_id: ana.id,
        descricao: `{usuario:${ana.id}} teve recusado GET /api/operador/clientes/:id, número ${id} (404)`,
      },
      { usuario_id: null, descricao: 'Alguém sem sessão teve recusado GET /api/me (401)' },
    ])
    expect(JSON.stringify(await linhas(world))).not.toContain('52998224725')
  })

  test('by the hundred makes two lines a minute, the second with how many', async ({ world }) => {
    const ana = await world.criarOperador()
    const rotas = ['/api/admin/logs', '/api/admin/clientes', '/api/admin/operadores']
    for (let i = 0; i < 99; i += 1) await world.chamar(ana, 'GET', rotas[i % 3]!)
    expect(await linhas(world)).toHaveLength(1)
    world.relogio.passar({ minutos: 1 })
    await world.chamar(ana, 'GET', '/api/admin/logs')
    const [, resumo, seguinte] = await linhas(world)
    expect(resumo).toMatchObject({ acao: 'acesso.recusar', dados: { vezes: 98 } })
    expect(resumo!.descricao).toBe(
      `{usuario:${ana.id}} teve recusado mais 98 vezes no mesmo minuto: GET /api/admin/clientes (403), GET /api/admin/operadores (403), GET /api/admin/logs (403)`,
    )
    expect(seguinte!.descricao).toContain('teve recusado GET /api/admin/logs (403)')
  })

  test('is told to the last when the program ends', async ({ world }) => {
    const caderno = criarCaderno(world.servicos)
    const acesso = { verbo: 'baixar', oQue: 'o arquivo da mensagem 7', usuarioId: null, ip: '::1' } as const
    await Promise.all(Array.from({ length: 5 }, () => caderno.anotar(acesso)))
    await world.comoDono(`alter table log add constraint cheio check (acao <> 'acesso.baixar') not valid`)
    await expect(caderno.fecharMinutos(true)).rejects.toThrow()
    await world.comoDono('alter table log drop constraint cheio')
    await caderno.fecharMinutos(true)
    expect((await linhas(world)).map(({ descricao }) => descricao)).toEqual([
      'Alguém sem sessão abriu o arquivo da mensagem 7',
      'Alguém sem sessão abriu mais 4 vezes no mesmo minuto: o arquivo da mensagem 7',
    ])
  })

  test('of a blocked person who knows the password too, ten times', async ({ world }) => {
    const { hashDaSenha } = await import('./argon2.ts')
    const ana = await world.criarOperador({ status: 'Bloqueado', senha_hash: await hashDaSenha('Jacaranda-4417') })
    const entrar = () => world.chamar(null, 'POST', '/api/login', { email: ana.email, password: 'Jacaranda-4417' })
    const respostas: number[] = []
    for (let i = 0; i < 13; i += 1) respostas.push((await entrar()).statusCode)
    expect(respostas).toEqual([...Array(11).fill(403), 429, 429])
    const { rows } = await world.banco.pool.query(`select descricao from log where acao = 'sessao.recusar'`)
    expect(rows).toHaveLength(11)
    expect(rows[0].descricao).toBe(`{usuario:${ana.id}} tentou entrar, com a senha certa, mas o acesso está bloqueado`)
  })
})

test('the line of each request names the user, and nothing of the content', async ({ world }) => {
  const ditas: string[] = []
  const log = criarLogger('info', { write: (linha: string) => void ditas.push(linha) })
  const app = await buildApp({ ...world.servicos, log })
  const ana = await world.criarOperador()
  const headers = { authorization: `Bearer ${ana.token}`, 'x-busca': '52998224725' }
  await app.inject({ url: '/api/operador/clientes/ativos?busca=11987654321', headers })
  await app.close()
  const fim = ditas.map((linha) => JSON.parse(linha)).find(({ msg }) => msg === 'request completed')
  expect(fim).toMatchObject({ usuario_id: ana.id, res: { statusCode: 200 } })
  expect(ditas.join()).not.toMatch(/52998224725|11987654321/)
})
