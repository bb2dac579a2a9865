import { describe, expect } from 'vitest'
import type { PassoDiagnostico } from '#contract/whatsapp.ts'
import type { AmbienteWhatsapp } from '#server/cloud-api/conta-whatsapp.ts'
import { sincronizar } from '#server/modelos/sincronizacao.ts'
import type { Palco } from '#test/emulador.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { ligarEmulador } from '#test/modelos.ts'
import type { World } from '#test/world.ts'

const base = '/api/admin/configuracoes/whatsapp'

/** The application at an address that can be called, with everything as it should be. */
async function tudoCerto(
  world: World,
): Promise<{ palco: Palco; ver: () => Promise<Record<string, PassoDiagnostico>> }> {
  world.servicos.origem = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const palco = await ligarEmulador(world)
  await palco.emulador.conectar(`${world.servicos.origem}/api/webhooks/whatsapp`)
  await palco.emulador.recebidas.receber('+5511988880001', { tipo: 'texto', texto: 'oi' })
  await palco.emulador.idle()
  const admin = await world.criarAdmin()
  const ver = async () => {
    const { data } = (await world.chamar(admin, 'POST', `${base}/diagnostico`, {})).json()
    return Object.fromEntries(data.map((passo: PassoDiagnostico) => [passo.codigo, passo]))
  }
  return { palco, ver }
}

const naoCertos = (passos: Record<string, PassoDiagnostico>) =>
  Object.values(passos).flatMap(({ codigo, situacao }) => (situacao === 'certo' ? [] : [codigo]))

/** What is wrong at Meta or here; the step that says so, and its words. */
const ERROS: [string, (world: World, palco: Palco) => unknown, string, 'errado' | 'atencao', RegExp][] = [
  [
    'a field that is empty',
    (w) => trocar(w, { businessAccountId: null }),
    'credenciais',
    'errado',
    /Falta preencher o ID da conta do WhatsApp\./,
  ],
  ['a token that expired', (_, p) => p.emulador.configurar({ situacao: 190 }), 'token', 'errado', /token.*\(190\)/],
  [
    'a token that will end soon',
    (_, p) => p.emulador.configurar({ token: 'expira_em_7_dias' }),
    'token',
    'atencao',
    /expira em 01\/12\/2026/,
  ],
  [
    'a token that cannot send',
    (_, p) => p.emulador.configurar({ token: 'so_gestao' }),
    'permissoes',
    'errado',
    /Falta ao token a permissão whatsapp_business_messaging\./,
  ],
  [
    'a token that cannot manage',
    (_, p) => p.emulador.configurar({ token: 'so_mensagens' }),
    'permissoes',
    'errado',
    /Falta ao token a permissão whatsapp_business_management\./,
  ],
  [
    'a token of another account',
    (_, p) => p.emulador.configurar({ token: 'de_outra_conta' }),
    'permissoes',
    'errado',
    /não alcança a conta 200000000000001: ele é de outra \(299999999999999\)/,
  ],
  [
    'a number that does not exist',
    (w) => trocar(w, { phoneNumberId: '999' }),
    'numero',
    'errado',
    /não encontra o número.*\(100\)/,
  ],
  [
    'an account that does not exist',
    (w) => trocar(w, { businessAccountId: '999' }),
    'conta',
    'errado',
    /não encontra o número ou a conta/,
  ],
  [
    'no payment method',
    (_, p) => p.emulador.configurar({ situacao: 131042 }),
    'envio',
    'errado',
    /pagamento.*\(141006\)/,
  ],
  ['a number not registered', (_, p) => p.emulador.configurar({ situacao: 133010 }), 'envio', 'errado', /\(133010\)/],
  ['a restricted account', (_, p) => p.emulador.configurar({ situacao: 368 }), 'envio', 'errado', /política.*\(368\)/],
  ['complaints', (_, p) => p.emulador.configurar({ qualidade: 'YELLOW' }), 'numero', 'atencao', /qualidade está média/],
  [
    'many complaints',
    (_, p) => p.emulador.configurar({ qualidade: 'RED' }),
    'numero',
    'atencao',
    /qualidade está baixa/,
  ],
  [
    'no application that hears',
    (_, p) => p.emulador.configurar({ assinatura: 'nenhuma' }),
    'assinatura',
    'errado',
    /Nenhum aplicativo recebe/,
  ],
  [
    'another application that hears',
    (_, p) => p.emulador.configurar({ assinatura: 'de_outro_aplicativo' }),
    'assinatura',
    'errado',
    /só para outro aplicativo \(Outro aplicativo\)/,
  ],
  [
    'the secret of another application',
    (w) => trocar(w, { appSecret: 'segredo-de-outro' }),
    'chave',
    'errado',
    /não é do aplicativo do token/,
  ],
  ['no secret', (w) => trocar(w, { appSecret: null }), 'chave', 'errado', /Falta o segredo do aplicativo/],
  [
    'a webhook that nobody reaches',
    (w) => {
      w.servicos.origem = 'http://127.0.0.1:9'
    },
    'webhook',
    'errado',
    /não responde de fora/,
  ],
  [
    'a webhook that Meta calls elsewhere, and which has been silent',
    async (w, p) => {
      p.emulador.webhooks.url = 'https://outro.example/webhook'
      await w.db.updateTable('configuracao').set({ webhook_recebido_em: '2026-11-22T13:00:00.000Z' }).execute()
    },
    'webhook',
    'atencao',
    /A Meta chama https:\/\/outro\.example\/webhook/,
  ],
  [
    'a template that is gone',
    async (w, p) => {
      const { name } = p.emulador.modelos.todos.find((um) => um.name.startsWith('atraso'))!
      p.emulador.modelos.apagar(name)
      w.relogio.passar({ horas: 1 })
      await sincronizar(w.servicos)
    },
    'modelos',
    'atencao',
    /Ainda sem aprovação da Meta: /,
  ],
]

function trocar(world: World, conta: Partial<AmbienteWhatsapp>) {
  Object.assign(world.conta, conta)
  world.servicos.whatsapp.esquecer()
}

describe('the set-up checks', () => {
  test('find nothing where all is right', async ({ world }) => {
    const { palco, ver } = await tudoCerto(world)
    expect(naoCertos(await ver())).toEqual([])
    await palco.fechar()
  })

  test.for(ERROS)('%s', async ([, estragar, codigo, situacao, frase], { world }) => {
    const { palco, ver } = await tudoCerto(world)
    await estragar(world, palco)
    const { [codigo]: passo } = await ver()
    expect(passo).toMatchObject({ situacao, mensagem: expect.stringMatching(frase) })
    await palco.fechar()
  })

  test('subscribe the account again when only another application hears it', async ({ world }) => {
    const { palco, ver } = await tudoCerto(world)
    palco.emulador.configurar({ assinatura: 'de_outro_aplicativo' })
    const admin = await world.criarAdmin()
    expect((await world.chamar(admin, 'POST', `${base}/verificar`, {})).json().estado).toBe('conectado')
    expect(naoCertos(await ver())).toEqual([])
    await palco.fechar()
  })
})

test('an account stopped for want of a permission stays stopped until the token has it', async ({ world }) => {
  const { palco } = await tudoCerto(world)
  const admin = await world.criarAdmin()
  const parada = { conta_parada_codigo: '200', conta_parada_mensagem: 'x', conta_parada_em: world.relogio.agora() }
  await world.db.updateTable('configuracao').set(parada).execute()
  palco.emulador.configurar({ token: 'so_gestao' })
  const verificar = async () => (await world.chamar(admin, 'POST', `${base}/verificar`, {})).json()
  expect(await verificar()).toMatchObject({ estado: 'erro', erro: { codigo: '200' } })
  const { whatsapp_situacao } = await world.db.selectFrom('configuracao').selectAll().executeTakeFirstOrThrow()
  expect(whatsapp_situacao.erro).toMatchObject({ codigo: 'permissao' })
  palco.emulador.configurar({ token: 'permanente' })
  expect(await verificar()).toMatchObject({ estado: 'conectado', erro: null })
  await palco.fechar()
})

test('another account has heard nothing yet, whatever the one before heard', async ({ world }) => {
  const { palco } = await tudoCerto(world)
  const admin = await world.criarAdmin()
  const recebido = async () => (await world.chamar(admin, 'GET', `${base}/status`)).json().webhook_recebido_em
  expect(await recebido()).not.toBe(null)
  await palco.fechar()
  await world.chamar(admin, 'PUT', base, { business_account_id: '200000000000009' })
  expect(await recebido()).toBe(null)
})

describe('a part of an account that works, changed', () => {
  const mudar = async (world: World, virar: Parameters<Palco['emulador']['configurar']>[0], corpo: object) => {
    const { palco } = await tudoCerto(world)
    const admin = await world.criarAdmin()
    await world.chamar(admin, 'POST', `${base}/verificar`, {})
    const antes = await world.servicos.whatsapp.conta()
    palco.emulador.configurar(virar)
    const resposta = await world.chamar(admin, 'PUT', base, corpo)
    palco.emulador.configurar({ token: 'permanente' })
    const { estado } = (await world.chamar(admin, 'POST', `${base}/verificar`, {})).json()
    await palco.fechar()
    return { resposta, antes, depois: await world.servicos.whatsapp.conta(), estado }
  }

  test.for([
    ['a token without a permission', { token: 'so_mensagens' }, { token: 'token-de-teste' }, 'token', /management/],
    ['a token of another account', { token: 'de_outra_conta' }, { token: 'token-de-teste' }, 'token', /não alcança/],
    ['a telephone for its id', {}, { phone_number_id: '551140000100' }, 'phone_number_id', /e não o telefone/],
    [
      'another account',
      {},
      { business_account_id: '999' },
      'business_account_id',
      /não alcança.*corrija o ID da conta/,
    ],
    ['Meta’s address without a version', {}, { api_url: 'https://graph.facebook.com' }, 'api_url', /com a versão/],
    ['another application’s secret', {}, { app_secret: 'segredo-de-outro' }, 'app_secret', /não é do aplicativo/],
    [
      'all of it, with another application’s secret',
      {},
      { token: 'token-de-teste', phone_number_id: '300000000000001', app_secret: 'segredo-de-outro' },
      'app_secret',
      /grave antes o token dele/,
    ],
  ] as const)(
    '%s is refused on its field, and what worked goes on',
    async ([, virar, corpo, campo, frase], { world }) => {
      const { resposta, antes, depois, estado } = await mudar(world, virar, corpo)
      expect(resposta.statusCode).toBe(422)
      expect(Object.keys(resposta.json().errors)).toEqual([campo])
      expect(resposta.json().errors[campo][0]).toMatch(frase)
      expect(depois).toEqual(antes)
      expect(estado).toBe('conectado')
    },
  )

  test.for([
    ['the right secret', { app_secret: 'segredo-de-teste' }],
    ['another word for the handshake', { verify_token: 'outra-palavra' }],
    ['the same token', { token: 'token-de-teste' }],
  ] as const)('%s is taken', async ([, corpo], { world }) => {
    const { resposta, estado } = await mudar(world, {}, corpo)
    expect(resposta.statusCode).toBe(200)
    expect(estado).toBe('conectado')
  })

  test('a secret that Meta cannot be asked about now is kept', async ({ world }) => {
    const admin = await world.criarAdmin()
    const resposta = await world.chamar(admin, 'PUT', base, { app_secret: 'segredo-novo' })
    expect(resposta.statusCode).toBe(200)
    expect((await world.servicos.whatsapp.conta()).appSecret).toBe('segredo-novo')
  })
})
