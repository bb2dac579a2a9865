import { describe, expect } from 'vitest'
import { type Pessoa, test, type World } from '#test/world.ts'
import { hashDaSenha } from './argon2.ts'
import { esquecerAcessosAntigos } from './sessao.jobs.ts'

const SENHA = 'Jacaranda-4417'
const HASH = hashDaSenha(SENHA)
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36'

const entrar = async (world: World, { email }: Pessoa, agente = CHROME): Promise<string> =>
  (
    await world.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email, password: SENHA },
      remoteAddress: '198.51.100.4',
      headers: { 'user-agent': agente },
    })
  ).json().token
const confirmar = (world: World, quem: Pessoa, password = SENHA) =>
  world.chamar(quem, 'POST', '/api/me/confirmar', { password })

describe('GET /api/me/sessoes', () => {
  test('shows where each is open and when it was last used, and which is the current one', async ({ world }) => {
    const ana = await world.criarOperador({ senha_hash: await HASH })
    const outro = await world.criarOperador({ senha_hash: await HASH })
    world.relogio.passar({ horas: 1 })
    const aqui = { ...ana, token: await entrar(world, ana) }
    await entrar(world, outro)
    const { data } = (await world.chamar(aqui, 'GET', '/api/me/sessoes')).json()
    const user = { id: ana.id, name: ana.name }
    expect(data).toEqual([
      {
        id: expect.any(Number),
        user,
        navegador: 'Chrome no Windows',
        ip: '198.51.100.4',
        created_at: '2026-11-24T14:00:00.000Z',
        usada_em: '2026-11-24T14:00:00.000Z',
        atual: true,
      },
      expect.objectContaining({ user, navegador: null, ip: null, atual: false }),
    ])
  })

  test('leaves out what ended by itself', async ({ world }) => {
    const ana = await world.criarOperador({ senha_hash: await HASH })
    world.relogio.passar({ horas: 13 })
    const aqui = { ...ana, token: await entrar(world, ana) }
    expect((await world.chamar(aqui, 'GET', '/api/me/sessoes')).json().data.length).toBe(1)
  })
})

describe('DELETE /api/me/sessoes/{id}', () => {
  test('ends that one at once, and nobody else’s', async ({ world }) => {
    const ana = await world.criarOperador({ senha_hash: await HASH })
    const bia = await world.criarOperador({ senha_hash: await HASH })
    const esquecida = { ...ana, token: await entrar(world, ana) }
    const { data } = (await world.chamar(ana, 'GET', '/api/me/sessoes')).json()
    const { id } = data.find(({ atual }: { atual: boolean }) => !atual)
    expect((await world.chamar(bia, 'DELETE', `/api/me/sessoes/${id}`)).statusCode).toBe(404)
    expect((await world.chamar(esquecida, 'GET', '/api/me')).statusCode).toBe(200)
    expect((await world.chamar(ana, 'DELETE', `/api/me/sessoes/${id}`)).statusCode).toBe(204)
    expect((await world.chamar(esquecida, 'GET', '/api/me')).statusCode).toBe(401)
    expect((await world.chamar(ana, 'DELETE', `/api/me/sessoes/${id}`)).statusCode).toBe(404)
  })
})

describe('POST /api/me/confirmar', () => {
  test('lets the session do what is dangerous for 15 minutes more', async ({ world }) => {
    const admin = await world.criarAdmin({ senha_hash: await HASH })
    const perigoso = () => world.chamar(admin, 'PUT', '/api/admin/configuracoes/acesso', {})
    world.relogio.passar({ minutos: 15 })
    expect((await perigoso()).statusCode).toBe(200)
    world.relogio.passar({ segundos: 1 })
    const recusa = await perigoso()
    expect([recusa.statusCode, recusa.json().codigo]).toEqual([403, 'confirme_a_senha'])
    expect((await confirmar(world, admin)).statusCode).toBe(204)
    expect((await perigoso()).statusCode).toBe(200)
    world.relogio.passar({ minutos: 15, segundos: 1 })
    expect((await perigoso()).statusCode).toBe(403)
    await confirmar(world, admin)
    world.relogio.passar({ minutos: -16 })
    expect((await perigoso()).statusCode, 'not for as long as a clock that was ahead takes').toBe(403)
  })

  test('counts for this session alone', async ({ world }) => {
    const admin = await world.criarAdmin({ senha_hash: await HASH })
    const outra = { ...admin, token: await entrar(world, admin) }
    world.relogio.passar({ minutos: 16 })
    await confirmar(world, outra)
    const perigoso = (quem: Pessoa) => world.chamar(quem, 'PUT', '/api/admin/configuracoes/acesso', {})
    expect((await perigoso(outra)).statusCode).toBe(200)
    expect((await perigoso(admin)).statusCode).toBe(403)
  })

  test('a wrong password is a field’s error, and counted like a sign-in’s', async ({ world }) => {
    const admin = await world.criarAdmin({ senha_hash: await HASH })
    for (let vez = 0; vez < 10; vez += 1) {
      const resposta = await confirmar(world, admin, 'outra-senha-1')
      expect([resposta.statusCode, Object.keys(resposta.json().errors)]).toEqual([422, ['password']])
    }
    expect((await confirmar(world, admin, 'outra-senha-1')).statusCode).toBe(429)
    expect((await confirmar(world, admin)).statusCode).toBe(429)
  })
})

test('only dangerous calls require a recently typed password', async ({ world }) => {
  const admin = await world.criarAdmin({ senha_hash: await HASH })
  world.relogio.passar({ minutos: 16 })
  const { paths } = (await world.chamar(admin, 'GET', '/api/openapi.json')).json()
  const chamadas = Object.entries<object>(paths).flatMap(([caminho, metodos]) =>
    Object.keys(metodos).map((metodo) => ({ metodo: metodo.toUpperCase(), caminho })),
  )
  const recusadas: string[] = []
  for (const { metodo, caminho } of chamadas) {
    if (!/^\/api\/(admin|me)\b/.test(caminho)) continue
    const url = caminho.replaceAll(/\{\w+\}/g, '999999')
    const resposta = await world.chamar(admin, metodo as 'GET', url, metodo === 'GET' ? undefined : {})
    if (resposta.statusCode === 403 && resposta.json().codigo === 'confirme_a_senha')
      recusadas.push(`${metodo} ${caminho}`)
  }
  const exportam = recusadas.filter((uma) => uma.endsWith('/exportar.csv'))
  expect(exportam).toEqual(
    chamadas.flatMap(({ metodo, caminho }) =>
      /^\/api\/admin\/.*exportar\.csv$/.test(caminho) ? [`${metodo} ${caminho}`] : [],
    ),
  )
  expect(recusadas.filter((uma) => !exportam.includes(uma)).toSorted()).toEqual(PERIGOSAS.toSorted())
})

const PERIGOSAS = [
  'GET /api/admin/clientes/{id}/dossie',
  'PUT /api/admin/configuracoes/recebimento',
  'PUT /api/admin/configuracoes/whatsapp',
  'PUT /api/admin/configuracoes/acesso',
  'PUT /api/admin/configuracoes/guarda',
  'POST /api/admin/operadores',
  'PUT /api/admin/operadores/{id}',
  'PATCH /api/admin/operadores/{id}/bloquear',
  'PATCH /api/admin/operadores/{id}/reativar',
  'DELETE /api/admin/operadores/{id}/segundo-fator',
  'POST /api/admin/administradores',
  'PUT /api/admin/administradores/{id}',
  'PATCH /api/admin/administradores/{id}/bloquear',
  'PATCH /api/admin/administradores/{id}/reativar',
  'DELETE /api/admin/administradores/{id}/segundo-fator',
  'POST /api/admin/tokens',
  'POST /api/admin/webhooks',
  'DELETE /api/admin/webhooks/{id}',
  'POST /api/admin/webhooks/{id}/testar',
  'POST /api/admin/webhooks/{id}/entregas/{entrega}/repetir',
  'DELETE /api/admin/tokens/{id}',
  'POST /api/me/segundo-fator',
  'POST /api/me/segundo-fator/confirmar',
  'GET /api/admin/clientes/{id}/dados',
  'POST /api/admin/conciliacao/movimentos/{id}/devolvido',
]

test('sessions end a week after signing in, and idle ones when the company says, and are forgotten', async ({
  world,
}) => {
  const bia = await world.criarOperador()
  world.relogio.passar({ dias: 7 })
  await world.db.updateTable('sessao').set({ usada_em: world.relogio.agora() }).execute()
  expect((await world.chamar(bia, 'GET', '/api/me')).statusCode).toBe(401)
  const admin = await world.criarAdmin({ senha_hash: await HASH })
  const ana = await world.criarOperador()
  await world.chamar(admin, 'PUT', '/api/admin/configuracoes/acesso', { sessao_ociosa_horas: 1 })
  world.relogio.passar({ minutos: 60 })
  expect((await world.chamar(ana, 'GET', '/api/me')).statusCode).toBe(401)
  await esquecerAcessosAntigos(world.servicos)
  expect(await world.db.selectFrom('sessao').select('id').execute()).toEqual([])
})
