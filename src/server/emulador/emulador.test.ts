import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { describe, expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { criarProvedorWhatsapp, garantirContaEmbutida } from '#server/cloud-api/conta-whatsapp.ts'
import { pararConta } from '#server/despacho/conta-parada.actions.ts'
import { conferirContaEmVigor } from '#server/whatsapp/troca-de-conta.actions.ts'
import { cenario, situacoes } from '#test/codigos.ts'
import { test, type World } from '#test/world.ts'
import { embutirBanco } from './banco.ts'
import { apagarArquivoDoEmulador, embutirEmulador, urlDoEmulador } from './embutir.ts'

const SEM_CONTA = {
  apiUrl: null,
  token: null,
  phoneNumberId: null,
  businessAccountId: null,
  appSecret: null,
  verifyToken: null,
}
const ESTADO = '/emulador/api/estado'
const config = '/api/admin/configuracoes/whatsapp'

/** The application without an account; with the emulator when its account is made. */
async function semConta(world: World, { demonstracao = false, embutido = true } = {}) {
  const { db, log, chaveSecreta, saida } = world.servicos
  const origem = 'http://127.0.0.1:3000'
  const conta = embutido ? await garantirContaEmbutida(db) : null
  const emuladorUrl = () => conta && urlDoEmulador(origem)
  const whatsapp = criarProvedorWhatsapp({ db, log, chaveSecreta, ambiente: SEM_CONTA, saida, emuladorUrl })
  await world.servicos.whatsapp.fechar()
  world.servicos.whatsapp = whatsapp
  await world.app.close()
  world.app = await buildApp(world.servicos)
  const opcoes = { empresa: 'Serra Azul', origem, demonstracao }
  const emulador = conta && (await embutirEmulador(world.app, world.servicos, { conta, ...opcoes }))
  const banco = conta && (await embutirBanco(world.app, world.servicos, opcoes))
  await world.app.ready()
  await conferirContaEmVigor(world.servicos)
  const fechar = async () => void (await Promise.all([emulador?.fechar(), banco?.fechar()]))
  return emulador && { ...emulador, fechar }
}

const pedir = (world: World, opcoes: InjectOptions) =>
  world.app.inject({ url: ESTADO, ...opcoes, headers: { host: '127.0.0.1:3000', ...opcoes.headers } })

const virar = (headers: Record<string, string> = {}): InjectOptions => ({
  method: 'PATCH',
  headers,
  payload: { situacao: 190 },
})

describe('the controls of the embedded emulator', () => {
  test('are an administrator’s: nobody else sees a name or stops the account', async ({ world }) => {
    const emulador = await semConta(world)
    await world.criarCliente({ nome: 'Marlene Prado' })
    const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
    const leituras = [
      '/estado',
      '/telefones',
      '/telefones/5511988880001',
      '/envios',
      '/modelos',
      '/webhooks',
      '/eventos',
    ]
    for (const caminho of leituras) {
      const resposta = await world.chamar(null, 'GET', `/emulador/api${caminho}`)
      expect([caminho, resposta.statusCode]).toEqual([caminho, 401])
      expect(resposta.json().message).toContain('Entre no sistema como administrador')
    }
    for (const url of ['/emulador/%61pi/telefones', '/emulador/api/../api/telefones', '/emulador//api/telefones'])
      expect((await world.chamar(null, 'GET', url)).body).not.toContain('Marlene')
    expect((await world.chamar(null, 'PATCH', ESTADO, { situacao: 190 })).statusCode).toBe(401)
    expect((await world.chamar(ana, 'GET', ESTADO)).statusCode).toBe(403)
    expect((await world.chamar(admin, 'GET', '/emulador/api/telefones')).body).toContain('Marlene Prado')
    expect((await world.chamar(admin, 'PATCH', ESTADO, { situacao: 190 })).json().chaves.situacao).toBe(190)
    // The page holds no data; its script sends the token.
    const pagina = await world.chamar(null, 'GET', '/emulador')
    expect([pagina.statusCode, pagina.body.includes('Marlene')]).toEqual([200, false])
    await emulador?.fechar()
  })

  test('of a demonstration are also for whoever sits at the machine, and for no other site or proxy', async ({
    world,
  }) => {
    const emulador = await semConta(world, { demonstracao: true })
    const codigo = async (opcoes: InjectOptions) => (await pedir(world, opcoes)).statusCode
    expect(await codigo({ method: 'GET' })).toBe(200)
    expect(await codigo({ method: 'GET', headers: { host: '[::1]:3000', 'sec-fetch-site': 'none' } })).toBe(200)
    const daPagina = { host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }
    expect(await codigo(virar(daPagina))).toBe(200)
    expect(await codigo(virar())).toBe(200)
    const recusados: InjectOptions[] = [
      { method: 'GET', remoteAddress: '10.0.0.9' },
      { method: 'GET', headers: { 'x-forwarded-for': '127.0.0.1' } },
      { method: 'GET', headers: { forwarded: 'for=127.0.0.1' } },
      { method: 'GET', headers: { host: 'cobranca.exemplo.com.br' } },
      { method: 'GET', headers: { host: 'localhost.exemplo.com.br:3000' } },
      { method: 'GET', headers: { 'sec-fetch-site': 'cross-site' } },
      virar({ origin: 'http://127.0.0.1:8080' }),
      virar({ origin: 'null' }),
      virar({ 'sec-fetch-site': 'same-site' }),
      virar({ 'sec-fetch-site': 'none' }),
    ]
    for (const opcoes of recusados) expect([opcoes, await codigo(opcoes)]).toEqual([opcoes, 401])
    await emulador?.fechar()
  })
})

describe('who may use the emulator', () => {
  test('is led there from every screen: the administrator, and in a demonstration who sits at the machine', async ({
    world,
  }) => {
    const emulador = await semConta(world)
    const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
    const caminho = async (quem: typeof ana, headers: Record<string, string> = {}) => {
      const resposta = await pedir(world, {
        url: '/api/avisos',
        headers: { authorization: `Bearer ${quem.token}`, ...headers },
      })
      return resposta.json().emulador
    }
    expect([await caminho(admin), await caminho(ana)]).toEqual(['/emulador', null])
    await world.db.updateTable('usuario').set({ email: 'camila@serraazul.example' }).where('id', '=', ana.id).execute()
    expect([await caminho(ana), await caminho(ana, { 'x-forwarded-for': '10.0.0.9' })]).toEqual(['/emulador', null])
    await emulador?.fechar()
  })
})

describe('a phone that nobody emulated before', () => {
  test('shows what the register knows of it: both sides, in order, what was read, and what may be tapped', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    const { id, contatoId: contato_id } = await world.criarCliente({ telefone: '+5511988880001' })
    const comum = { cliente_id: id, contato_id, tipo: 'texto' as const }
    const nosso = {
      ...comum,
      direcao: 'enviada' as const,
      finalidade: 'regua' as const,
      envio: 'aceita' as const,
      dia: '2026-11-20',
    }
    await world.db
      .insertInto('mensagem')
      .values([
        {
          ...nosso,
          tipo: 'template',
          conteudo: 'Sua conta venceu.',
          status: 'lida',
          modelo_tipo: 'atraso',
          wamid: 'wamid.1',
          aceita_em: '2026-11-20T12:00:00Z',
          created_at: '2026-11-20T12:00:00Z',
          partes: JSON.stringify({
            cabecalho: { texto: 'Conta 18432', parametro: '18432' },
            botoes: [{ tipo: 'resposta', texto: 'Já paguei', retorno: 'Já paguei' }],
          }),
        },
        {
          ...comum,
          direcao: 'recebida',
          finalidade: 'recebida',
          conteudo: 'Pago amanhã',
          status: 'recebida',
          wamid: 'wamid.2',
          created_at: '2026-11-20T13:00:00Z',
        },
        {
          ...nosso,
          finalidade: 'atendimento',
          dia: null,
          conteudo: 'Combinado.',
          status: 'entregue',
          wamid: 'wamid.3',
          aceita_em: '2026-11-20T13:05:00Z',
          created_at: '2026-11-20T13:05:00Z',
        },
        {
          ...nosso,
          finalidade: 'atendimento',
          dia: null,
          envio: 'fila',
          conteudo: 'Ainda não saiu',
          status: 'pendente',
          created_at: '2026-11-20T13:06:00Z',
        },
      ])
      .execute()
    const emulador = await semConta(world)
    const aparelho = (await world.chamar(admin, 'GET', '/emulador/api/telefones/5511988880001')).json()
    expect(aparelho.mensagens).toMatchObject([
      {
        direcao: 'empresa',
        texto: 'Sua conta venceu.',
        status: 'read',
        cabecalho: 'Conta 18432',
        botoes: [{ texto: 'Já paguei' }],
      },
      { direcao: 'cliente', texto: 'Pago amanhã' },
      { direcao: 'empresa', texto: 'Combinado.', status: 'delivered' },
    ])
    expect(aparelho.nao_lidas).toBe(1)
    const toque = { tipo: 'botao', wamid: 'wamid.1', botao: 'Já paguei' }
    const tocada = await world.chamar(admin, 'POST', '/emulador/api/telefones/5511988880001/mensagens', toque)
    expect(tocada.json()).toMatchObject({ texto: 'Já paguei', cita: 'wamid.1' })
    await emulador?.fechar()
  })
})

describe('a person who has no phone any more', () => {
  test('is no reason not to start: the other phones are there, and nothing of theirs', async ({ world }) => {
    const admin = await world.criarAdmin()
    const esquecida = await world.criarCliente({ nome: 'Maria Rara', telefone: '+5511988880002' })
    const outro = await world.criarCliente({ telefone: '+5511988880003' })
    for (const [i, { id, contatoId }] of [esquecida, outro].entries())
      await world.db
        .insertInto('mensagem')
        .values({
          cliente_id: id,
          contato_id: contatoId,
          tipo: 'texto',
          direcao: 'recebida',
          finalidade: 'recebida',
          conteudo: `Oi ${i}`,
          status: 'recebida',
          wamid: `wamid.${i}`,
          created_at: '2026-11-20T13:00:00Z',
        })
        .execute()
    const caminho = `/api/admin/clientes/${esquecida.id}/anonimizar`
    expect((await world.chamar(admin, 'POST', caminho, { motivo: 'Pediu para ser esquecida' })).statusCode).toBe(200)
    const emulador = await semConta(world)
    const telefones = (await world.chamar(admin, 'GET', '/emulador/api/telefones')).body
    expect(telefones).toContain('5511988880003')
    expect(telefones).not.toContain('5511988880002')
    await emulador?.fechar()
  })
})

describe('without an account', () => {
  test('and without the emulator nothing pretends to work, and everybody is told', async ({ world }) => {
    await semConta(world, { embutido: false })
    const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
    expect((await world.chamar(admin, 'GET', `${config}/status`)).json()).toMatchObject({
      conectado: false,
      estado: 'nao_configurado',
      erro: { codigo: 'nao_configurado', mensagem: expect.stringContaining('Nada é enviado') },
    })
    expect((await world.chamar(admin, 'POST', `${config}/verificar`)).json().estado).toBe('nao_configurado')
    expect(await world.servicos.whatsapp.api()).toBe(null)
    expect((await world.chamar(admin, 'GET', '/api/admin/dashboard')).json().alertas).toMatchObject([
      { codigo: 'whatsapp_parado', titulo: 'WhatsApp não configurado', erro: null },
    ])
    expect((await world.chamar(ana, 'GET', '/api/avisos')).json()).toEqual({
      whatsapp_parado: { desde: null },
      fila_parada: null,
      sem_status: null,
      envio_retido: null,
      sem_envio: null,
      emulador: null,
    })
    expect((await world.chamar(null, 'GET', '/emulador')).statusCode).toBe(404)
    expect((await world.chamar(null, 'GET', ESTADO)).statusCode).toBe(404)
  })
})

describe('a real account after the emulator', () => {
  const REAL = {
    api_url: 'http://127.0.0.1:9/v23.0',
    phone_number_id: '111',
    business_account_id: '222',
    token: 'token-verdadeiro',
  }

  test('is stopped by nothing that stopped the emulator, and knows nobody by its ids', async ({ world }) => {
    const emulador = await semConta(world)
    const admin = await world.criarAdmin()
    await world.criarCliente({ telefone: '+5511988880001' })
    const agora = world.relogio.agora()
    await world.db.updateTable('contato').set({ bsuid: 'BR.123', invalido_em: agora }).execute()
    await world.db
      .transaction()
      .execute((trx) => pararConta(trx, { codigo: '190', mensagem: 'O token venceu.' }, agora))
    world.nomeados.push('127.0.0.1:9')
    await world.chamar(admin, 'PUT', config, REAL)
    const linha = await world.db.selectFrom('configuracao').selectAll().executeTakeFirstOrThrow()
    expect([linha.conta_parada_codigo, linha.conta_parada_mensagem, linha.conta_parada_em]).toEqual([null, null, null])
    expect(await world.db.selectFrom('contato').select(['bsuid', 'invalido_em']).execute()).toEqual([
      { bsuid: null, invalido_em: null },
    ])
    const ditos = await world.db
      .selectFrom('log')
      .select('descricao')
      .where('acao', '=', 'whatsapp.retomar_conta')
      .execute()
    expect(ditos.map(({ descricao }) => descricao)).toEqual([
      'A conta do WhatsApp é outra: o problema que parou a anterior não é dela.',
    ])
    await emulador?.fechar()
  })

  test('ends the emulator: 404 at once, on a node that only hears of it too, and its conversations are gone', async ({
    world,
  }) => {
    const emulador = await semConta(world)
    const admin = await world.criarAdmin()
    const arquivo = join(world.pastaDados, 'emulador.json')
    const mensagens = '/emulador/api/telefones/5511988880001/mensagens'
    await world.chamar(admin, 'POST', mensagens, { tipo: 'texto', texto: 'Oi' })
    await emulador?.fechar()
    expect(existsSync(arquivo)).toBe(true)
    await emulador?.trabalho.executar(new AbortController().signal)
    expect(existsSync(arquivo)).toBe(true) // the emulator is still the account

    world.nomeados.push('127.0.0.1:9')
    await world.chamar(admin, 'PUT', config, REAL)
    for (const url of ['/emulador', ESTADO, '/emulador/graph/v23.0/111'])
      expect([url, (await world.chamar(admin, 'GET', url)).statusCode]).toEqual([url, 404])
    await emulador?.trabalho.executar(new AbortController().signal)
    expect(existsSync(arquivo)).toBe(false)
    await apagarArquivoDoEmulador(world.pastaDados) // what a start with an account does: nothing left is no error
  })

  test('takes the emulated bank away, and its codes, which no real person could pay', async ({ world }) => {
    const emulador = await semConta(world)
    const { admin, emitir } = await cenario(world)
    expect((await emitir()).statusCode).toBe(201)
    await world.db.updateTable('codigo').set({ no_psp: true }).execute()
    const url = 'http://127.0.0.1:3000/emulador/pix/v2'
    await world.db
      .updateTable('recebimento')
      .set({ psp_base_url: url, psp_token_url: `${url}/oauth/token`, psp_client_id: 'empresa' })
      .execute()
    const doBanco = async () => [
      (await world.chamar(null, 'GET', '/emulador/pix')).statusCode,
      (await world.chamar(admin, 'GET', '/emulador/pix/api/estado')).statusCode,
      (await world.app.inject({ method: 'POST', url: '/emulador/pix/v2/oauth/token', payload: {} })).statusCode,
    ]
    expect(await doBanco()).toEqual([200, 200, 400])

    world.nomeados.push('127.0.0.1:9')
    expect((await world.chamar(admin, 'PUT', config, REAL)).statusCode).toBe(200)
    expect(await doBanco()).toEqual([404, 404, 404])
    expect((await world.chamar(admin, 'GET', '/api/admin/configuracoes/recebimento')).json().psp).toBeNull()
    expect(await situacoes(world)).toEqual(['cancelado'])
    expect(await world.db.selectFrom('codigo').select('no_psp').execute()).toEqual([{ no_psp: false }])
    const ditos = await world.db
      .selectFrom('log')
      .select('descricao')
      .where('acao', '=', 'recebimento.configurar')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(ditos.descricao).toContain('O banco emulado foi retirado')
    await emulador?.fechar()
  })
})
