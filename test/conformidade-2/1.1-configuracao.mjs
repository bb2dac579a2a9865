// Section 1, settings: how the company receives, and a PSP that is tested before it is saved.
import { equal, expect, fields, status } from '../conformance/support.mjs'
import { PIX, RECEBIMENTO, recusa } from './mundo.mjs'

const CAMPOS = [
  'empresa',
  'pix',
  'psp',
  'botao_de_pagamento',
  'carencia_dias_uteis',
  'promessa_max_dias',
  'perdao_maximo',
  'confirmar_pessoa',
]
const SEGREDOS = ['client_secret', 'certificado', 'chave_privada', 'cabecalhos']

export async function percorrer(mundo) {
  const ler = async () => fields(status(await mundo.admin.get(RECEBIMENTO), 200).body, CAMPOS)
  const gravar = (corpo) => mundo.admin.put(RECEBIMENTO, corpo)
  await dados(mundo, ler, gravar)
  await acesso(mundo, ler, gravar)
}

async function dados({ check, admin, operador, anonimo }, ler, gravar) {
  await check('recebimento: an administrator’s alone', async () => {
    recusa(await anonimo.get(RECEBIMENTO), 401)
    recusa(await operador.get(RECEBIMENTO), 403)
    recusa(await anonimo.put(RECEBIMENTO, {}), 401)
    recusa(await operador.put(RECEBIMENTO, {}), 403)
  })
  await check('recebimento: at first the defaults', async () => {
    const novo = await ler()
    equal(novo.pix, null, 'pix')
    equal(novo.psp, null, 'psp')
    fields(novo.empresa, ['cnpj', 'endereco', 'telefone'], 'empresa')
    const padroes = [
      novo.botao_de_pagamento,
      novo.carencia_dias_uteis,
      novo.promessa_max_dias,
      novo.perdao_maximo,
      novo.confirmar_pessoa,
    ]
    equal(JSON.stringify(padroes), JSON.stringify([false, 2, 10, 20, 'nunca']), 'the defaults')
  })
  await check('recebimento: what a PUT leaves out stays', async () => {
    status(await gravar({ empresa: { telefone: '+55 11 4002-8922' } }), 200)
    status(await gravar({ perdao_maximo: 12.34, empresa: { cnpj: '11222333000181' } }), 200)
    const { empresa, perdao_maximo, carencia_dias_uteis } = await ler()
    equal(
      [empresa.telefone, empresa.cnpj, perdao_maximo, carencia_dias_uteis].join('|'),
      '+55 11 4002-8922|11222333000181|12.34|2',
      'what stands',
    )
    status(await gravar({ perdao_maximo: 20 }), 200)
  })
  for (const [campo, corpo] of [
    ['pix.chave', { pix: { ...PIX, chave: 'chave' } }],
    ['carencia_dias_uteis', { carencia_dias_uteis: 11 }],
    ['carencia_dias_uteis', { carencia_dias_uteis: -1 }],
    ['promessa_max_dias', { promessa_max_dias: 0 }],
    ['promessa_max_dias', { promessa_max_dias: 61 }],
    ['perdao_maximo', { perdao_maximo: -0.01 }],
    ['perdao_maximo', { perdao_maximo: 1.234 }],
    ['confirmar_pessoa', { confirmar_pessoa: 'talvez' }],
    ['empresa.cnpj', { empresa: { cnpj: '11222333000182' } }],
  ])
    await check(`recebimento: ${JSON.stringify(corpo)} → 422 on ${campo}`, async () =>
      recusa(await gravar(corpo), 422, campo),
    )
  for (const chave of [
    '529.982.247-25',
    '11.222.333/0001-81',
    '+5511987654321',
    'Financeiro@Exemplo.com.br',
    '123e4567-e89b-42d3-a456-426614174000',
  ])
    await check(`recebimento: takes the key ${chave}`, async () => {
      status(await gravar({ pix: { ...PIX, chave } }), 200)
      equal((await ler()).pix.nome, PIX.nome, 'pix.nome')
    })
  await check('recebimento: {{pix}} is pix.chave, set only here', async () => {
    status(await gravar({ pix: PIX }), 200)
    status(await admin.put('/api/admin/configuracoes/whatsapp', { pix: 'outra@exemplo.com.br' }), 200, 422)
    equal((await ler()).pix.chave, PIX.chave, 'pix.chave')
  })
}

async function acesso({ check, base }, ler, gravar) {
  const psp = {
    base_url: `${base}/emulador/pix/v2`,
    token_url: `${base}/emulador/pix/v2/oauth/token`,
    client_id: 'empresa',
    client_secret: 'segredo-do-emulador',
  }
  await check('recebimento: a PSP without a Pix key → 422', async () => {
    status(await gravar({ pix: null }), 200)
    recusa(await gravar({ psp }), 422)
    status(await gravar({ pix: PIX }), 200)
  })
  await check('recebimento: credentials that the PSP refuses → 422 with its reason, and nothing changes', async () => {
    recusa(await gravar({ psp: { ...psp, client_secret: 'errado' } }), 422)
    equal((await ler()).psp, null, 'psp')
  })
  await check('recebimento: an address of the inside network that nobody named → 422', async () =>
    recusa(await gravar({ psp: { ...psp, base_url: 'http://10.0.0.1/v2' } }), 422),
  )
  await check('recebimento: credentials that are proved stand, and nothing secret is told again', async () => {
    const resposta = status(await gravar({ psp }), 200)
    expect(!resposta.text.includes(psp.client_secret), 'no secret in the answer', 'the secret')
    const lido = await ler()
    fields(lido, ['webhook_url', 'situacao', 'erro', 'webhook_recebido_em', 'conferido_em'], 'a PSP')
    equal(lido.situacao, 'conectado', 'situacao')
    expect(lido.webhook_url.startsWith(`${base}/api/webhooks/pix/`), 'a webhook of our own', lido.webhook_url)
    expect(!SEGREDOS.some((campo) => campo in lido.psp), 'no write-only field', lido.psp)
  })
  await check('recebimento: refused ones do not replace what works', async () => {
    recusa(await gravar({ psp: { ...psp, client_secret: 'errado' } }), 422)
    equal((await ler()).situacao, 'conectado', 'situacao')
  })
  await check('recebimento: another address wants the secrets again → 422', async () => {
    const { client_secret: _, ...semSegredo } = psp
    recusa(await gravar({ psp: { ...semSegredo, token_url: `${psp.token_url}?x=1` } }), 422)
    status(await gravar({ psp: semSegredo }), 200)
  })
}
