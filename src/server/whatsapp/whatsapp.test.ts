import { describe, expect } from 'vitest'
import { VERSAO } from '#emulator/conta.ts'
import { modeloAprovado } from '#server/configuracao/modelos-em-uso.queries.ts'
import { conferirContaEmVigor } from '#server/whatsapp/troca-de-conta.actions.ts'
import { verificarConta } from '#server/whatsapp/verificacao.actions.ts'
import { trabalhosDoWhatsapp } from '#server/whatsapp/whatsapp.jobs.ts'
import { noMesmoMundo } from '#test/mesmo-mundo.ts'
import { ligarEmulador } from '#test/modelos.ts'
import { enviarWebhook, esvaziarEntrada, mensagemDe, mensagens } from '#test/whatsapp.ts'
import { test, type World } from '#test/world.ts'

const base = '/api/admin/configuracoes/whatsapp'
const config = (world: World) => world.db.selectFrom('configuracao').selectAll().executeTakeFirstOrThrow()

describe('the connection', () => {
  test('before the first check with Meta: disconnected, with nothing made up', async ({ world }) => {
    const admin = await world.criarAdmin()
    const resposta = await world.chamar(admin, 'GET', `${base}/status`)
    expect(resposta.statusCode).toBe(200)
    expect(resposta.json()).toMatchObject({
      conectado: false,
      provedor: 'cloud_api',
      estado: 'desconectado',
      numero: null,
      qualidade: null,
      verificado_em: null,
      webhook_recebido_em: null,
      erro: null,
      phone_number_id: '300000000000001',
      webhook_url: 'http://127.0.0.1:3000/api/webhooks/whatsapp',
    })
  })

  test('checked: what Meta says of the number', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const admin = await world.criarAdmin()
    const resposta = await world.chamar(admin, 'POST', `${base}/verificar`, {})
    expect(resposta.json()).toMatchObject({
      conectado: true,
      estado: 'conectado',
      qualidade: 'GREEN',
      verificado_em: '2026-11-24T13:00:00.000Z',
      erro: null,
      vazao: { nivel: 'NOT_APPLICABLE', por_segundo: 1_000, maximo: 1_000 },
    })
    palco.emulador.configurar({ vazaoPorSegundo: 80, qualidade: 'YELLOW' })
    const lenta = (await world.chamar(admin, 'POST', `${base}/verificar`, {})).json()
    expect(lenta.vazao).toEqual({ nivel: 'STANDARD', por_segundo: 40, maximo: 1_000 })
    await palco.fechar()
    expect(resposta.json().numero).toMatch(/^\+?55/)
    expect(resposta.json().limite_mensagens).toMatch(/^TIER_/)
  })

  test('Meta out of reach: shown so, and the number’s known data stay', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const admin = await world.criarAdmin()
    const { numero } = (await world.chamar(admin, 'POST', `${base}/verificar`, {})).json()
    await palco.fechar()
    const depois = (await world.chamar(admin, 'POST', `${base}/verificar`, {})).json()
    expect(depois).toMatchObject({ conectado: false, estado: 'desconectado', numero, erro: { codigo: 'sem_conexao' } })
    const desde = world.relogio.agora().toISOString()
    world.relogio.passar({ minutos: 10 })
    await world.chamar(admin, 'POST', `${base}/verificar`, {})
    expect((await config(world)).whatsapp_situacao).toMatchObject({ desde })
    const outro = (await world.chamar(admin, 'PUT', base, { phone_number_id: '999' })).json()
    expect(outro).toMatchObject({ estado: 'desconectado', numero: null, qualidade: null, phone_number_id: '999' })
  })

  test('a check without an answer is made again after a minute, not ten; one that was refused is not', async ({
    world,
  }) => {
    const palco = await ligarEmulador(world)
    const admin = await world.criarAdmin()
    const deNovo = trabalhosDoWhatsapp(world.servicos).find(({ nome }) => nome === 'conta do WhatsApp, de novo')!
    const estado = async () => (await world.chamar(admin, 'GET', `${base}/status`)).json().estado
    world.usarWhatsapp(`http://127.0.0.1:1/graph/${VERSAO}`)
    await verificarConta(world.servicos)
    expect(await estado()).toBe('desconectado')
    world.usarWhatsapp(`${palco.base}/graph/${VERSAO}`)
    await deNovo.executar(new AbortController().signal)
    expect(await estado()).toBe('conectado')
    palco.emulador.configurar({ situacao: 190 })
    await verificarConta(world.servicos)
    const antes = palco.trocas.length
    await deNovo.executar(new AbortController().signal)
    expect([await estado(), palco.trocas.length]).toEqual(['erro', antes])
    await palco.fechar()
  })

  test.for([
    ['a token', { token: 'outro-token-qualquer' }, 'token', /não aceita este token.*\(190\)/],
    ['a number', { phone_number_id: '999' }, 'phone_number_id', /não encontra este número/],
    ['an account', { business_account_id: '999' }, 'business_account_id', /não alcança a conta 999/],
  ] as const)('%s that Meta refuses does not replace what works', async ([, nova, campo, frase], { world }) => {
    const palco = await ligarEmulador(world)
    const admin = await world.criarAdmin()
    const antes = await world.servicos.whatsapp.conta()
    const resposta = await world.chamar(admin, 'PUT', base, nova)
    const depois = (await world.chamar(admin, 'POST', `${base}/verificar`, {})).json()
    await palco.fechar()
    expect(resposta.statusCode).toBe(422)
    expect(resposta.json().errors[campo][0]).toMatch(frase)
    expect(await world.servicos.whatsapp.conta()).toEqual(antes)
    expect(depois.conectado).toBe(true)
  })

  test.for([
    ['where nobody listens', () => 'http://127.0.0.1:9/v23.0'],
    ['that is not the API’s', (atual: string) => `${new URL(atual).origin}/outro`],
  ] as const)('an address %s does not replace an account that works', async ([, outro], { world }) => {
    const palco = await ligarEmulador(world)
    world.nomeados.push('127.0.0.1:9')
    const admin = await world.criarAdmin()
    await world.chamar(admin, 'POST', `${base}/verificar`, {})
    const antes = await world.servicos.whatsapp.conta()
    const resposta = await world.chamar(admin, 'PUT', base, {
      api_url: outro(antes.apiUrl),
      token: world.conta.token,
      app_secret: world.conta.appSecret,
    })
    await palco.fechar()
    expect(resposta.statusCode).toBe(422)
    expect(resposta.json().errors.api_url[0]).toContain('Nada foi mudado')
    expect(await world.servicos.whatsapp.conta()).toEqual(antes)
  })

  test('the clock’s check starts again what stopped a while ago, and not what fell again at once', async ({
    world,
  }) => {
    const palco = await ligarEmulador(world)
    const parar = () =>
      world.db
        .updateTable('configuracao')
        .set({ conta_parada_codigo: '131042', conta_parada_mensagem: 'x', conta_parada_em: world.relogio.agora() })
        .execute()
    const parada = async () => {
      await verificarConta(world.servicos)
      return (await config(world)).conta_parada_codigo
    }
    await parar()
    expect(await parada()).toBe('131042')
    world.relogio.passar({ minutos: 11 })
    expect(await parada()).toBe(null)
    await parar()
    world.relogio.passar({ minutos: 11 })
    expect(await parada()).toBe('131042')
    world.relogio.passar({ horas: 6 })
    expect(await parada()).toBe(null)
    await palco.fechar()
  })

  test('the diagnosis says step by step what is right, and how to fix what is not', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const admin = await world.criarAdmin()
    const ver = async () => {
      const { data } = (await world.chamar(admin, 'POST', `${base}/diagnostico`, {})).json()
      return Object.fromEntries(
        data.map((passo: { codigo: string; situacao: string }) => [passo.codigo, passo.situacao]),
      )
    }
    const certo = { credenciais: 'certo', token: 'certo', permissoes: 'certo', numero: 'certo', conta: 'certo' }
    expect(await ver()).toEqual({
      ...certo,
      envio: 'certo',
      assinatura: 'certo',
      chave: 'certo',
      webhook: 'errado', // nothing is published at http://127.0.0.1:3000
      modelos: 'certo',
    })
    await world.db
      .insertInto('webhook_recusado')
      .values({ hora: world.relogio.agora(), motivo: 'assinatura', total: 3 })
      .execute()
    expect(await ver()).toMatchObject({ chave: 'atencao' })
    await palco.fechar()
    expect(await ver()).toMatchObject({ token: 'errado', numero: 'errado', conta: 'atencao', envio: 'atencao' })
  })

  test('what stopped the sending is started again by a person’s check, once mended', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const admin = await world.criarAdmin()
    const parada = {
      conta_parada_codigo: '190',
      conta_parada_mensagem: 'token',
      conta_parada_em: world.relogio.agora(),
    }
    await world.db.updateTable('configuracao').set(parada).execute()
    expect((await world.chamar(admin, 'GET', `${base}/status`)).json()).toMatchObject({
      estado: 'erro',
      erro: { codigo: '190' },
    })
    const resposta = await world.chamar(admin, 'POST', `${base}/verificar`, {})
    await world.chamar(admin, 'POST', `${base}/verificar`, {})
    await palco.fechar()
    const retomadas = world.db.selectFrom('log').select('id').where('acao', '=', 'whatsapp.retomar_conta')
    expect(await retomadas.execute(), 'by the first of both checks').toHaveLength(1)
    expect(resposta.json()).toMatchObject({ estado: 'conectado', erro: null })
    expect(await config(world)).toMatchObject({
      conta_parada_codigo: null,
      conta_retomada_em: '2026-11-24T13:00:00.000Z',
    })
  })
})

describe('PUT the account', () => {
  test('keeps secrets encrypted, answers none, and uses them', async ({ world }) => {
    const admin = await world.criarAdmin()
    const nova = {
      empresa: 'Serra Azul',
      phone_number_id: '111',
      business_account_id: '222',
      token: 'token-muito-secreto',
      app_secret: 'segredo-do-app',
      verify_token: 'verificacao-nova',
    }
    const resposta = await world.chamar(admin, 'PUT', base, nova)
    expect(resposta.statusCode).toBe(200)
    expect(resposta.json()).toMatchObject({
      empresa: 'Serra Azul',
      phone_number_id: '111',
      business_account_id: '222',
    })
    for (const segredo of [nova.token, nova.app_secret, nova.verify_token]) {
      expect(resposta.body).not.toContain(segredo)
      expect(JSON.stringify(await config(world))).not.toContain(segredo)
      expect(JSON.stringify(await world.db.selectFrom('log').selectAll().execute())).not.toContain(segredo)
    }
    expect(await world.servicos.whatsapp.conta()).toMatchObject({
      token: nova.token,
      appSecret: nova.app_secret,
      verifyToken: nova.verify_token,
      phoneNumberId: '111',
    })
  })

  test('what is absent stays; the Pix key is none of its business', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.db.updateTable('configuracao').set({ pix: '11222333000181' }).execute()
    await world.chamar(admin, 'PUT', base, { empresa: 'Serra Azul', token: 'token-guardado' })
    expect((await world.chamar(admin, 'PUT', base, { empresa: 'Serra', pix: null })).statusCode).toBe(200)
    expect((await config(world)).pix).toBe('11222333000181')
    expect((await world.servicos.whatsapp.conta()).token).toBe('token-guardado')
  })

  noMesmoMundo.for([
    ['an id with letters', { phone_number_id: 'abc' }, 'phone_number_id'],
    ['no address', { api_url: 'nada' }, 'api_url'],
    ['Meta’s own address under a moved clock', { api_url: 'https://graph.facebook.com/v23.0' }, 'api_url'],
    ['a short token', { token: 'x' }, 'token'],
    ['a token that no header can carry', { token: 'token-com-acentuação' }, 'token'],
    ['an address of another kind', { api_url: 'javascript:alert(1)' }, 'api_url'],
  ] as const)('%s: 422', async ([, corpo, campo], { world }) => {
    world.relogio.mover('2031-01-06T13:00:00.000Z')
    const admin = await world.criarAdmin()
    const resposta = await world.chamar(admin, 'PUT', base, corpo)
    expect(resposta.statusCode).toBe(422)
    expect(Object.keys(resposta.json().errors)).toEqual([campo])
  })

  test('another number of ours: nobody has written to it yet, so every window is closed', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.criarCliente({ telefone: '+5511988880001' })
    await world.db.updateTable('contato').set({ janela_ate: '2026-11-25T10:00:00.000Z' }).execute()
    const janela = async () =>
      (await world.db.selectFrom('contato').select('janela_ate').executeTakeFirstOrThrow()).janela_ate
    await world.chamar(admin, 'PUT', base, { phone_number_id: world.conta.phoneNumberId })
    expect(await janela()).toBe('2026-11-25T10:00:00.000Z')
    await world.chamar(admin, 'PUT', base, { phone_number_id: '300000000000002' })
    expect(await janela()).toBe(world.relogio.agora().toISOString())
  })

  test('messages to the old number arrive, and the new one’s window stays closed', async ({ world }) => {
    const admin = await world.criarAdmin()
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    const ja = async () => ({
      ...(await world.db.selectFrom('contato').select('janela_ate').executeTakeFirstOrThrow()),
      ...(await world.db
        .selectFrom('cliente')
        .select(['nao_lidas', 'status'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()),
    })
    const escreverAo = async (phone_number_id: string) => {
      const messages = [mensagemDe(world, { de: '5511988880001' })]
      await enviarWebhook(world, mensagens(world, { metadata: { phone_number_id }, messages }))
      await esvaziarEntrada(world)
    }
    const velho = world.conta.phoneNumberId
    await world.chamar(admin, 'PUT', base, { phone_number_id: '300000000000002' })
    await escreverAo(velho)
    expect(await ja()).toEqual({ janela_ate: null, nao_lidas: 1, status: 'aguardando_atendimento' })
    await escreverAo('300000000000002')
    const aberta = new Date(world.relogio.agora().getTime() + 86_400_000).toISOString()
    expect(await ja()).toMatchObject({ janela_ate: aberta, nao_lidas: 2 })
    // A former number in use again is ours; one that never was stays out.
    await world.chamar(admin, 'PUT', base, { phone_number_id: velho })
    world.relogio.passar({ minutos: 5 })
    await escreverAo(velho)
    await escreverAo('300000000000003')
    expect(await ja()).toMatchObject({
      janela_ate: new Date(world.relogio.agora().getTime() + 86_400_000).toISOString(),
      nao_lidas: 3,
    })
  })

  test('messages that came to the old number before the change, processed after it, open no window either', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    await world.criarCliente({ telefone: '+5511988880001' })
    await enviarWebhook(world, mensagens(world, { messages: [mensagemDe(world, { de: '5511988880001' })] }))
    await world.chamar(admin, 'PUT', base, { phone_number_id: '300000000000002' })
    await esvaziarEntrada(world)
    expect(await world.db.selectFrom('contato').select('janela_ate').execute()).toEqual([{ janela_ate: null }])
  })

  test('another account given by the environment has approved nothing, from the first moment', async ({ world }) => {
    const iniciar = () => {
      world.servicos.whatsapp.esquecer()
      return conferirContaEmVigor(world.servicos)
    }
    const aprovar = () =>
      world.db
        .updateTable('modelo_versao')
        .set({ situacao: 'aprovado', nome_meta: 'atraso_v1_x', aprovada_em: world.relogio.agora() })
        .where('tipo', '=', 'atraso')
        .execute()
    await aprovar()
    await world.criarCliente({ telefone: '+5511988880001' })
    await world.db.updateTable('contato').set({ janela_ate: '2026-11-25T10:00:00.000Z' }).execute()
    const janela = async () =>
      (await world.db.selectFrom('contato').select('janela_ate').executeTakeFirstOrThrow()).janela_ate
    await iniciar()
    await iniciar()
    expect(await modeloAprovado(world.db, 'atraso')).not.toBe(null)
    expect(await janela()).toBe('2026-11-25T10:00:00.000Z')

    world.conta.phoneNumberId = '300000000000002' as string
    await iniciar()
    expect(await modeloAprovado(world.db, 'atraso')).not.toBe(null)
    expect(await janela()).toBe(world.relogio.agora().toISOString())

    world.conta.businessAccountId = '200000000000002' as string
    await iniciar()
    expect(await modeloAprovado(world.db, 'atraso')).toBe(null)
    const linhas = await world.db
      .selectFrom('log')
      .select('descricao')
      .where('acao', '=', 'whatsapp.configurar')
      .execute()
    expect(linhas).toHaveLength(2)
  })
})
