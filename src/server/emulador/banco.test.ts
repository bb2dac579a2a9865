import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { beforeEach, describe, expect } from 'vitest'
import { escreverPixEstatico } from '#domain/brcode.ts'
import { CLIENTE_PADRAO } from '#emulator/pix/psp.ts'
import { buildApp } from '#server/app.ts'
import { test, type World } from '#test/world.ts'
import { embutirBanco } from './banco.ts'

const CHAVE = '11222333000181'
const API = '/emulador/pix/v2'

/** No real account is set: the emulator's is in force. */
function comContaEmulada({ servicos }: World) {
  const { whatsapp } = servicos
  servicos.whatsapp = { ...whatsapp, conta: async () => ({ ...(await whatsapp.conta()), provedor: 'emulador' }) }
}

async function comBanco(world: World) {
  comContaEmulada(world)
  await world.app.close()
  world.app = await buildApp(world.servicos)
  const banco = await embutirBanco(world.app, world.servicos, { origem: 'http://127.0.0.1:3000', demonstracao: false })
  await world.app.ready()
  return banco
}

/** A charge as the company makes it, with its copy and paste. */
async function cobrar(world: World, txid: string, valor: string) {
  const autorizacao = `Basic ${Buffer.from(`${CLIENTE_PADRAO.id}:${CLIENTE_PADRAO.segredo}`).toString('base64')}`
  const token = await world.app.inject({
    method: 'POST',
    url: `${API}/oauth/token`,
    headers: { authorization: autorizacao, 'content-type': 'application/json' },
    payload: { grant_type: 'client_credentials' },
  })
  const feita = await world.app.inject({
    method: 'PUT',
    url: `${API}/cob/${txid}`,
    headers: { authorization: `Bearer ${token.json().access_token}` },
    payload: {
      calendario: { expiracao: 3_600 },
      devedor: { cpf: '52998224725', nome: 'Marlene Prado' },
      valor: { original: valor },
      chave: CHAVE,
    },
  })
  expect(feita.statusCode).toBe(201)
  return feita.json().pixCopiaECola as string
}

describe('the emulated bank', () => {
  let banco: Awaited<ReturnType<typeof comBanco>> | undefined
  beforeEach(() => () => banco?.fechar())

  test('shows and does nothing for whoever is no administrator', async ({ world }) => {
    banco = await comBanco(world)
    const operador = await world.criarOperador()
    for (const [metodo, caminho] of [
      ['GET', '/estado'],
      ['GET', '/codigo?colado=x'],
      ['POST', '/pagar'],
      ['POST', '/pagar-chave'],
      ['POST', '/pix/E1/devolver'],
      ['POST', '/falhas'],
      ['PATCH', '/avisos'],
    ] as const) {
      const resposta = await world.chamar(null, metodo, `/emulador/pix/api${caminho}`, {})
      expect([caminho, resposta.statusCode]).toEqual([caminho, 401])
      expect((await world.chamar(operador, metodo, `/emulador/pix/api${caminho}`, {})).statusCode).toBe(403)
    }
    const pagina = await world.chamar(null, 'GET', '/emulador/pix')
    expect([pagina.statusCode, pagina.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  test.for([
    ['another machine', { remoteAddress: '203.0.113.9' }],
    ['behind a proxy of this one', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['a page', { headers: { origin: 'http://outra.example' } }],
  ] as const)('takes its known credentials from no stranger: %s', async ([, de], { world }) => {
    banco = await comBanco(world)
    const payload = {
      grant_type: 'client_credentials',
      client_id: CLIENTE_PADRAO.id,
      client_secret: CLIENTE_PADRAO.segredo,
    }
    const pedir = (como: object) => world.app.inject({ method: 'POST', url: `${API}/oauth/token`, payload, ...como })
    expect([(await pedir(de)).statusCode, (await pedir({})).statusCode]).toEqual([403, 200])
  })

  test('pays a code, pays it again only when told to, and gives back in parts', async ({ world }) => {
    banco = await comBanco(world)
    const admin = await world.criarAdmin()
    const pedir = async (metodo: 'GET' | 'POST', caminho: string, corpo?: object) => {
      const resposta = await world.chamar(admin, metodo, `/emulador/pix/api${caminho}`, corpo)
      return { ...resposta.json(), http: resposta.statusCode }
    }
    const colado = await cobrar(world, 'Txid00000000000000000000000001', '150.00')
    expect((await pedir('GET', '/estado')).cobrancas).toMatchObject([
      { status: 'ATIVA', valor: 150, devedor: { nome: 'Marlene Prado' }, copia_e_cola: colado, pagos: 0 },
    ])
    const pago = await pedir('POST', '/pagar', { colado })
    expect(pago).toMatchObject({ http: 201, valor: '150.00', pagador: { nome: 'Marlene Prado', cpf: '52998224725' } })
    expect(await pedir('POST', '/pagar', { colado })).toMatchObject({ http: 400, message: expect.any(String) })
    expect(await pedir('GET', `/codigo?colado=${encodeURIComponent(colado)}`)).toMatchObject({
      impedimento: expect.stringContaining('CONCLUIDA'),
    })
    expect(await pedir('POST', '/pagar', { colado, a_forca: true, valor: 10.5 })).toMatchObject({ valor: '10.50' })
    expect((await pedir('GET', '/estado')).cobrancas[0].pagos).toBe(2)

    const devolver = `/pix/${pago.endToEndId}/devolver`
    expect(await pedir('POST', devolver, { valor: 50 })).toMatchObject({ http: 201, valor: '50.00' })
    expect(await pedir('POST', devolver, { valor: 101 })).toMatchObject({ http: 400 })
    expect(await pedir('POST', devolver, { med: true })).toMatchObject({ valor: '100.00', natureza: 'MED_FRAUDE' })
    expect(await pedir('POST', devolver, {})).toMatchObject({ http: 409 })
  })

  test('pays a static code by its key, and recognises codes that are not its own', async ({ world }) => {
    banco = await comBanco(world)
    const admin = await world.criarAdmin()
    const quem = { nome: 'MODELO', cidade: 'SAO PAULO', texto: null }
    const estatico = escreverPixEstatico({ chave: CHAVE, ...quem, valorCentavos: 12_34, txid: 'ABC123' })
    const pagar = (colado: string, resto: object = {}) =>
      world.chamar(admin, 'POST', '/emulador/pix/api/pagar', { colado, ...resto })
    expect((await pagar(estatico)).json()).toMatchObject({ valor: '12.34', txid: 'ABC123', chave: CHAVE })
    const semValor = escreverPixEstatico({ chave: CHAVE, ...quem, valorCentavos: null, txid: null })
    expect((await pagar(semValor)).statusCode).toBe(409)
    const outra = { valor: 5, pagador: { nome: 'Bar do Zé', documento: '11.222.333/0001-81' } }
    expect((await pagar(semValor, outra)).json()).toMatchObject({
      valor: '5.00',
      pagador: { nome: 'Bar do Zé', cnpj: '11222333000181' },
    })
    // As the demonstration's customers pay what they were given, a code of the company's own too: the PSP may not have answered in time.
    expect(banco.pagar(estatico)).toMatchObject({ valor: '12.34', txid: 'ABC123' })
    expect(banco.pagar(await cobrar(world, 'T'.repeat(26), '20.00'))).toMatchObject({ valor: '20.00' })
    const cortado = await pagar(estatico.slice(0, -2))
    expect([cortado.statusCode, cortado.json().message]).toEqual([409, expect.stringContaining('Copie-o de novo')])
  })

  test('fails the next calls as told, and no longer once told to stop', async ({ world }) => {
    banco = await comBanco(world)
    const admin = await world.criarAdmin()
    const provocar = (corpo: object) => world.chamar(admin, 'POST', '/emulador/pix/api/falhas', corpo)
    const token = () => world.app.inject({ method: 'POST', url: `${API}/oauth/token`, payload: {} })
    expect((await provocar({ como: 'fora', vezes: 3 })).json()).toEqual({ falhas: 3 })
    expect((await token()).statusCode).toBe(503)
    expect((await provocar({ como: 'nenhuma' })).json()).toEqual({ falhas: 0 })
    expect((await token()).statusCode).toBe(400)
  })

  test('remembers its charges over a restart', async ({ world }) => {
    banco = await comBanco(world)
    await cobrar(world, 'Txid00000000000000000000000009', '9.00')
    await banco.fechar()
    banco = await comBanco(world)
    const admin = await world.criarAdmin()
    const { cobrancas } = (await world.chamar(admin, 'GET', '/emulador/pix/api/estado')).json()
    expect(cobrancas.map(({ txid }: { txid: string }) => txid)).toEqual(['Txid00000000000000000000000009'])
  })
})

test('a company that receives by it finds it after each start, and the PSP answers its credentials', async ({
  world,
}) => {
  await world.db.updateTable('configuracao').set({ pix: CHAVE }).execute()
  await world.db
    .updateTable('recebimento')
    .set({ pix_nome: 'SERRA', pix_cidade: 'LAVRAS', psp_emulado: true })
    .execute()
  comContaEmulada(world)
  await world.app.close()
  world.app = await buildApp(world.servicos)
  const porta = await new Promise<number>((pronto) => {
    const servidor = createServer().listen(0, '127.0.0.1', () => {
      const { port } = servidor.address() as AddressInfo
      servidor.close(() => pronto(port))
    })
  })
  const banco = await embutirBanco(world.app, world.servicos, {
    origem: `http://127.0.0.1:${porta}`,
    demonstracao: true,
  })
  world.nomeados.push(`127.0.0.1:${porta}`)
  await world.app.listen({ port: porta, host: '127.0.0.1' })
  try {
    expect((await (await world.servicos.pix.api())!.provar()).tipo).toBe('ok')
    const admin = await world.criarAdmin()
    expect((await world.chamar(admin, 'GET', '/api/admin/configuracoes/recebimento')).json()).toMatchObject({
      psp: { base_url: `http://127.0.0.1:${porta}/emulador/pix/v2`, emulador: true },
      situacao: 'conectado',
    })
  } finally {
    await banco.fechar()
  }
})
