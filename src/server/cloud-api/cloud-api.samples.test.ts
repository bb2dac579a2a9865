import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as api from '#contract/cloud-api.ts'
import * as webhooks from '#contract/webhooks-meta.ts'
import { assinaturaValida } from '#server/whatsapp/assinatura.ts'
import { CODIGOS_CONHECIDOS, regraDoErro } from './erros-meta.ts'

const PASTA = 'test/samples/whatsapp'
const arquivos = readdirSync(PASTA).filter((nome) => nome.endsWith('.json'))
const ler = (nome: string) => JSON.parse(readFileSync(`${PASTA}/${nome}`, 'utf8'))

/** Fields whose values we do not read: their envelope alone must be understood. */
const NAO_LIDOS = new Set([
  ...['account_alerts', 'account_review_update', 'business_capability_update', 'message_template_components_update'],
  ...['phone_number_name_update', 'phone_number_quality_update', 'security'],
])
const VALORES: Record<string, z.ZodType> = {
  messages: webhooks.ValorMensagens,
  message_template_status_update: webhooks.EventoModelo,
  message_template_quality_update: webhooks.EventoQualidadeModelo,
  template_category_update: webhooks.EventoCategoria,
  account_update: webhooks.EventoConta,
  user_preferences: webhooks.ValorPreferencias,
  user_id_update: webhooks.ValorTrocas,
}

/** Parses it, and no field is lost because of its shape. */
function conferir(esquema: z.ZodType, item: unknown): unknown {
  const lido = esquema.parse(item)
  expect(perdidos(item, lido)).toEqual([])
  return lido
}
const perdidos = (dito: unknown, lido: unknown, onde = ''): string[] =>
  typeof dito !== 'object' || dito === null
    ? []
    : Object.entries(dito).flatMap(([nome, valor]) => {
        const aqui = (lido as Record<string, unknown> | null)?.[nome]
        return aqui === undefined && valor !== null ? [`${onde}.${nome}`] : perdidos(valor, aqui, `${onde}.${nome}`)
      })

describe('every webhook sample', () => {
  const amostras = arquivos.filter((nome) => nome.startsWith('webhook.'))
  test('there are samples', () => expect(amostras.length).toBeGreaterThan(50))

  test.each(amostras)('%s is understood', (nome) => {
    const { entry } = webhooks.Webhook.parse(ler(nome))
    const mudancas = entry.flatMap((uma) => webhooks.Entrada.parse(uma).changes)
    for (const mudanca of mudancas) {
      const { field, value } = webhooks.MudancaMeta.parse(mudanca)
      if (NAO_LIDOS.has(field)) continue
      const valor = conferir(VALORES[field]!, value) as Record<string, unknown[]>
      for (const item of valor.messages ?? []) conferir(webhooks.MensagemRecebida, item)
      for (const item of valor.statuses ?? []) conferir(webhooks.StatusMeta, item)
      for (const item of valor.contacts ?? []) conferir(webhooks.ContatoMeta, item)
      for (const item of valor.user_preferences ?? []) conferir(webhooks.PreferenciaCliente, item)
      for (const item of valor.user_id_update ?? []) conferir(webhooks.TrocaDeUsuario, item)
    }
  })
})

describe('every answer sample', () => {
  test.each(arquivos.filter((nome) => nome.startsWith('api.error.')))('%s is a refusal with a rule', (nome) => {
    const { error } = api.ErroGraph.parse(ler(nome).response.body)
    expect(error.code === 200 || CODIGOS_CONHECIDOS.includes(error.code)).toBe(true)
    expect(regraDoErro({ codigo: error.code, subcodigo: error.error_subcode ?? null }).frase).toMatch(/\.$/)
  })

  test('a template with a part of a kind nobody knows is still read', () => {
    const { components } = api.ModeloMeta.parse({
      id: '1',
      name: 'aviso',
      language: 'pt_BR',
      status: 'APPROVED',
      components: [{ type: 'BODY', text: 'Olá.' }, { type: 'HOLOGRAM', text: { depth: 3 } }, 'odd'],
    })
    expect(components.map(({ type }) => type)).toEqual(['BODY', 'UNKNOWN', 'UNKNOWN'])
  })
})

describe('the signature', () => {
  const exemplo = ler('webhook-post.signature-example.json')
  const corpo = Buffer.from(exemplo.raw_body_utf8)
  const cabecalho = exemplo.headers['x-hub-signature-256']

  test('of the sample is recognised over its raw bytes', () => {
    expect(assinaturaValida(exemplo.app_secret, corpo, cabecalho)).toBe(true)
  })
  test('fails over the same JSON written again, since the escapes are gone', () => {
    const reescrito = Buffer.from(JSON.stringify(JSON.parse(exemplo.raw_body_utf8)))
    expect(assinaturaValida(exemplo.app_secret, reescrito, cabecalho)).toBe(false)
  })
  test.each([
    undefined,
    '',
    'sha256=',
    `sha1=${'0'.repeat(64)}`,
    `sha256=${'0'.repeat(64)}`,
    ['a', 'b'],
    cabecalho.slice(0, -1),
  ])('refuses %s', (outro) => expect(assinaturaValida(exemplo.app_secret, corpo, outro)).toBe(false))
  test('no secret set recognises nobody', () => {
    expect(assinaturaValida('', corpo, cabecalho)).toBe(false)
  })
})

test('numbers where Meta sends strings, and strings where it sends numbers, are both accepted', () => {
  const status = webhooks.StatusMeta.parse({
    id: 'wamid.A',
    status: 'sent',
    timestamp: 1794900000,
    recipient_id: 551190000,
  })
  expect(status).toMatchObject({ timestamp: 1794900000, recipient_id: '551190000' })
})
