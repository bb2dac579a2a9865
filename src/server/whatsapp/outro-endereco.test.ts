import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect } from 'vitest'
import { DEMONSTRACAO_RECUSADA } from '#domain/empresa.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { enquantoEspera } from '#test/espera.ts'
import { test as comWorld, type World } from '#test/world.ts'
import { trocarDeConta } from './troca-de-conta.actions.ts'

const base = '/api/admin/configuracoes/whatsapp'

/** Somebody else's machine: it records what it is sent, and does not answer like Meta. */
const test = comWorld.extend<{ alheio: { url: string; lugar: string; recebido: string[] } }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the parameter's shape
  alheio: async ({}, usar) => {
    const recebido: string[] = []
    const servidor = createServer((pedido, resposta) => {
      recebido.push(`${pedido.url} ${pedido.headers.authorization}`)
      resposta.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    })
    await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto))
    const { port } = servidor.address() as AddressInfo
    await usar({ url: `http://127.0.0.1:${port}/v23.0`, lugar: `127.0.0.1:${port}`, recebido })
    servidor.closeAllConnections()
    servidor.close()
  },
})

const linha = (world: World) =>
  world.db
    .selectFrom('configuracao')
    .select([
      'whatsapp_api_url',
      'whatsapp_token_cifrado',
      'whatsapp_app_secret_cifrado',
      'whatsapp_verify_token_cifrado',
    ])
    .executeTakeFirstOrThrow()

const NOVOS = { token: 'token-do-outro-lugar', app_secret: 'segredo-do-outro-lugar' }

describe('PUT of an address of the API', () => {
  test('of Meta’s own is refused in a demonstration, whose invented people’s phones may be somebody’s', async ({
    world,
  }) => {
    world.relogio.mover(new Date().toISOString())
    await registrar(world.db, { agora: world.relogio.agora(), acao: 'demonstracao.criar', descricao: 'Criada.' })
    const corpo = { ...NOVOS, api_url: 'https://graph.facebook.com/v23.0' }
    const resposta = await world.chamar(await world.criarAdmin(), 'PUT', base, corpo)
    expect([resposta.statusCode, resposta.json().message]).toEqual([422, DEMONSTRACAO_RECUSADA])
  })

  test('of another origin wants token and secret again, and is sent nothing before', async ({ world, alheio }) => {
    world.nomeados.push(alheio.lugar)
    const admin = await world.criarAdmin()
    const gravados = { token: 'token-guardado', app_secret: 'segredo-guardado', verify_token: 'verificacao-guardada' }
    await world.chamar(admin, 'PUT', base, gravados)
    const antes = await linha(world)
    for (const [corpo, faltam] of [
      [{}, ['token', 'app_secret']],
      [{ token: NOVOS.token }, ['app_secret']],
      [{ app_secret: NOVOS.app_secret }, ['token']],
    ] as const) {
      const resposta = await world.chamar(admin, 'PUT', base, { api_url: alheio.url, ...corpo })
      expect([resposta.statusCode, Object.keys(resposta.json().errors)]).toEqual([422, faltam])
      expect(resposta.json().message).toMatch(/^Escreva também .*foi dado a outro endereço/)
    }
    expect([await linha(world), alheio.recebido]).toEqual([antes, []])

    const aceita = await world.chamar(admin, 'PUT', base, { api_url: alheio.url, ...NOVOS })
    expect([aceita.statusCode, aceita.body]).toEqual([200, expect.any(String)])
    expect(new Set(alheio.recebido.map((um) => um.split(' Bearer ')[1]))).toEqual(new Set([NOVOS.token]))
    // Neither the stored secrets nor the environment's are sent along.
    expect(await world.servicos.whatsapp.conta()).toMatchObject({
      apiUrl: alheio.url,
      token: NOVOS.token,
      appSecret: NOVOS.app_secret,
      verifyToken: null,
    })
    expect((await linha(world)).whatsapp_verify_token_cifrado).toBe(null)
  })

  test('of the same origin goes on with what is stored', async ({ world, alheio }) => {
    world.usarWhatsapp(alheio.url)
    const admin = await world.criarAdmin()
    const resposta = await world.chamar(admin, 'PUT', base, { api_url: alheio.url.replace('v23.0', 'v24.0') })
    expect(resposta.statusCode).toBe(200)
    expect((await world.servicos.whatsapp.conta()).token).toBe(world.conta.token)
  })

  test('inside the network, or not https, is not called by PUT, check or diagnosis', async ({ world, alheio }) => {
    const admin = await world.criarAdmin()
    for (const api_url of [alheio.url, alheio.url.replace('http:', 'https:'), 'https://169.254.169.254/v23.0']) {
      const resposta = await world.chamar(admin, 'PUT', base, { api_url, ...NOVOS })
      expect([resposta.statusCode, Object.keys(resposta.json().errors)]).toEqual([422, ['api_url']])
    }
    // Written before there was a rule, or by a name that leads elsewhere since.
    await world.db.updateTable('configuracao').set({ whatsapp_api_url: alheio.url }).execute()
    await world.chamar(admin, 'PUT', base, { token: NOVOS.token })
    const { erro } = (await world.chamar(admin, 'POST', `${base}/verificar`)).json()
    expect(erro).toMatchObject({ codigo: 'sem_conexao', mensagem: expect.stringContaining('não foi chamado') })
    await world.chamar(admin, 'POST', `${base}/diagnostico`)
    expect(alheio.recebido).toEqual([])
  })

  test('takes neither a query nor a fragment, which would swallow the rest of each call', async ({ world, alheio }) => {
    world.nomeados.push(alheio.lugar)
    const admin = await world.criarAdmin()
    for (const fim of ['?x=', '#x']) {
      const resposta = await world.chamar(admin, 'PUT', base, { api_url: alheio.url + fim, ...NOVOS })
      expect([resposta.statusCode, Object.keys(resposta.json().errors)]).toEqual([422, ['api_url']])
    }
  })
})

test('a number that somebody changes while the company’s name is written stays the one in force', async ({ world }) => {
  const admin = await world.criarAdmin()
  const antes = await world.servicos.whatsapp.conta()
  const depois = { ...antes, phoneNumberId: '300000000000002' }
  const gravada = await enquantoEspera(world.db, {
    segurar: (trx) => trx.selectFrom('configuracao').select('id').forUpdate().execute(),
    pedir: () => world.chamar(admin, 'PUT', base, { empresa: 'Outro nome' }),
    depois: async (trx) => {
      await trx.updateTable('configuracao').set({ whatsapp_phone_number_id: depois.phoneNumberId }).execute()
      await trocarDeConta(trx, antes, depois, world.relogio.agora())
    },
  })
  expect(gravada.statusCode).toBe(200)
  const { whatsapp_em_vigor, numeros_anteriores } = await world.db
    .selectFrom('configuracao')
    .select(['whatsapp_em_vigor', 'numeros_anteriores'])
    .executeTakeFirstOrThrow()
  expect(whatsapp_em_vigor).toMatchObject({ phoneNumberId: depois.phoneNumberId })
  expect(numeros_anteriores).toEqual([antes.phoneNumberId])
})
