import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import * as wire from '#contract/cloud-api.ts'
import { assinaturaValida } from '#server/whatsapp/assinatura.ts'
import { CODIGOS_CONHECIDOS, regraDoErro } from './erros-meta.ts'

const PASTA = 'test/samples/whatsapp'
const arquivos = readdirSync(PASTA).filter((nome) => nome.endsWith('.json'))
const ler = (nome: string) => JSON.parse(readFileSync(`${PASTA}/${nome}`, 'utf8'))

/** Fields whose values we do not read: their envelope alone must be understood. */
const NAO_LIDOS = new Set(['account_alerts', 'account_review_update', 'message_template_components_update', 'security'])
const VALORES: Record<string, z.ZodType> = {
  messages: wire.ValorMensagens,
  message_template_status_update: wire.EventoModelo,
  message_template_quality_update: wire.EventoQualidadeModelo,
  template_category_update: wire.EventoCategoria,
  account_update: wire.EventoConta,
  phone_number_quality_update: wire.EventoNumero,
  phone_number_name_update: wire.EventoNumero,
  business_capability_update: wire.EventoNumero,
  user_preferences: wire.ValorPreferencias,
  user_id_update: wire.ValorTrocas,
}

describe('every webhook sample', () => {
  const webhooks = arquivos.filter((nome) => nome.startsWith('webhook.'))
  test('there are samples', () => expect(webhooks.length).toBeGreaterThan(50))

  test.each(webhooks)('%s is understood', (nome) => {
    const { entry } = wire.Webhook.parse(ler(nome))
    for (const { field, value } of entry.flatMap((uma) => uma.changes)) {
      if (NAO_LIDOS.has(field)) continue
      const valor = VALORES[field]!.parse(value) as Record<string, unknown[]>
      for (const item of valor.messages ?? []) wire.MensagemRecebida.parse(item)
      for (const item of valor.statuses ?? []) wire.StatusMeta.parse(item)
      for (const item of valor.contacts ?? []) wire.ContatoMeta.parse(item)
      for (const item of valor.user_preferences ?? []) wire.PreferenciaCliente.parse(item)
      for (const item of valor.user_id_update ?? []) wire.TrocaDeUsuario.parse(item)
    }
  })
})

describe('every answer sample', () => {
  test.each(arquivos.filter((nome) => nome.startsWith('api.error.')))('%s is a refusal with a rule', (nome) => {
    const { error } = wire.ErroGraph.parse(ler(nome).response.body)
    expect(error.code === 200 || CODIGOS_CONHECIDOS.includes(error.code)).toBe(true)
    expect(regraDoErro({ codigo: error.code, subcodigo: error.error_subcode ?? null }).frase).toMatch(/\.$/)
  })

  const formas: [RegExp, z.ZodType][] = [
    [/^api\.send-/, wire.RespostaEnvio],
    [/^api\.mark-as-read/, wire.Sucesso],
    [/^api\.get-phone-number/, wire.NumeroMeta],
    [/^api\.list-/, wire.PaginaGraph],
    [/^api\.subscribed-apps\.list/, wire.PaginaGraph],
    [/^api\.get-template/, wire.ModeloMeta],
    [/^api\.create-template/, wire.ModeloCriado],
    [/^api\.get-media-url/, wire.MidiaMeta],
  ]
  const respostas = arquivos.filter((nome) => formas.some(([padrao]) => padrao.test(nome)))
  test.each(respostas)('%s is understood', (nome) => {
    const forma = formas.find(([padrao]) => padrao.test(nome))![1]
    const corpo = forma.parse(ler(nome).response.body) as { data?: unknown[] }
    for (const item of nome.startsWith('api.list-templates.page') ? corpo.data! : []) wire.ModeloMeta.parse(item)
    for (const item of nome.startsWith('api.subscribed-apps.list') ? corpo.data! : []) wire.AppAssinado.parse(item)
  })

  test('a template with a part of a kind nobody knows is still read', () => {
    const { components } = wire.ModeloMeta.parse({
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

test('numbers where Meta writes strings, and strings where it writes numbers, are both taken', () => {
  const status = wire.StatusMeta.parse({
    id: 'wamid.A',
    status: 'sent',
    timestamp: 1794900000,
    recipient_id: 551190000,
  })
  expect(status).toMatchObject({ timestamp: 1794900000, recipient_id: '551190000' })
})
