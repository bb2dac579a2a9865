import { expect } from 'vitest'
import type { Modelo } from '#contract/modelos.ts'
import { posicional, precisaAprovacao, TIPOS_MODELO } from '#domain/modelo.ts'
import { modeloAprovado } from '#server/configuracao/modelos-em-uso.queries.ts'
import { trabalhosDeModelos } from '#server/modelos/modelos.jobs.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { aplicarEventoModelo } from '#server/modelos/parecer.actions.ts'
import { CANAL_MODELOS, sincronizar as sincronizarTudo } from '#server/modelos/sincronizacao.ts'
import { enquantoEspera } from '#test/espera.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { ligarEmulador, ligarSemModelos } from '#test/modelos.ts'
import { ouvirCanal } from '#test/ouvir.ts'
import { envelope, enviarWebhook, esvaziarEntrada } from '#test/whatsapp.ts'
import type { Pessoa, World } from '#test/world.ts'

const base = '/api/admin/configuracoes/mensagens'
const sincronizar = async (world: World, admin: Pessoa): Promise<Record<string, Modelo>> =>
  (await world.chamar(admin, 'POST', `${base}/sincronizar`, {})).json()

test('sincronizar submits what was never submitted, and reads the approval', async ({ world }) => {
  const palco = await ligarSemModelos(world)
  const admin = await world.criarAdmin()
  const primeira = await sincronizar(world, admin)
  const situacoes = (modelos: Record<string, Modelo>) =>
    new Set(Object.values(modelos).map((m) => `${m.tipo === 'fora_do_horario'} ${m.situacao}`))
  expect(situacoes(primeira)).toEqual(new Set(['false pendente', 'true local']))
  await palco.passar(60_000)
  expect(situacoes(await sincronizar(world, admin))).toEqual(new Set(['false aprovado', 'true local']))
  expect((await modeloAprovado(world.db, 'lembrete'))?.nome).toMatch(/^lembrete_v1_[0-9a-f]{8}$/)
  await palco.fechar()
})

test('a new text is submitted at once while the approved one goes on being sent', async ({ world }) => {
  const palco = await ligarSemModelos(world)
  const admin = await world.criarAdmin()
  await sincronizar(world, admin)
  await palco.passar(60_000)
  const antes = await sincronizar(world, admin)
  const texto = 'Olá, {{nome}}! Um texto novo de lembrete da {{empresa}}, por favor confira com atenção.'
  const mudado: Modelo = (await world.chamar(admin, 'PUT', `${base}/lembrete`, { texto })).json()
  expect(mudado).toMatchObject({ texto, situacao: 'pendente', versao: 2, texto_em_uso: antes.lembrete!.texto })
  await palco.passar(60_000)
  expect((await sincronizar(world, admin)).lembrete).toMatchObject({ situacao: 'aprovado', texto_em_uso: texto })
  await palco.fechar()
})

test('another account knows none of them: all are submitted again', async ({ world }) => {
  const palco = await ligarSemModelos(world)
  const admin = await world.criarAdmin()
  await sincronizar(world, admin)
  await palco.passar(60_000)
  await sincronizar(world, admin)
  await palco.fechar()
  const outro = await ligarSemModelos(world)
  world.relogio.passar({ minutos: 30 })
  expect((await sincronizar(world, admin)).atraso).toMatchObject({ situacao: 'pendente', texto_em_uso: null })
  await outro.passar(60_000)
  expect((await sincronizar(world, admin)).atraso).toMatchObject({ situacao: 'aprovado' })
  await outro.fechar()
})

test('twice at once submits each once', async ({ world }) => {
  const palco = await ligarSemModelos(world)
  const admin = await world.criarAdmin()
  await Promise.all([sincronizar(world, admin), sincronizar(world, admin), sincronizar(world, admin)])
  const { corpo } = await palco.graph('GET', `/${world.conta.businessAccountId}/message_templates?limit=100`)
  expect(corpo.data).toHaveLength(TIPOS_MODELO.filter(precisaAprovacao).length)
  await palco.fechar()
})

test('given a document as header by hand at Meta, it is not sent any more, and says why', async ({ world }) => {
  const palco = await ligarEmulador(world)
  const { nome, texto } = (await modeloAprovado(world.db, 'atraso'))!
  const { corpo } = await palco.graph('GET', `/${world.conta.businessAccountId}/message_templates?name=${nome}`)
  const corpoDoTexto = posicional(texto)
  const editado = await palco.graph('POST', `/${corpo.data[0].id}`, {
    components: [
      { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['4::abc'] } },
      { type: 'BODY', text: corpoDoTexto.texto, example: { body_text: [corpoDoTexto.exemplos] } },
    ],
  })
  expect(editado.corpo).toEqual({ success: true })
  await palco.passar(60_000)
  world.relogio.passar({ minutos: 30 })
  await sincronizarTudo(world.servicos)
  expect(await modeloAprovado(world.db, 'atraso')).toBe(null)
  const modelos = await world.chamar(await world.criarAdmin(), 'GET', `${base}/templates`)
  expect(modelos.json().atraso).toMatchObject({
    situacao: 'pausado',
    motivo: expect.stringContaining('mudado no Gerenciador do WhatsApp'),
  })
  await palco.fechar()
})

test('the category is that of the text that goes out, and not of one that is still under review', async ({ world }) => {
  const palco = await ligarEmulador(world)
  const admin = await world.criarAdmin()
  const { nome } = (await modeloAprovado(world.db, 'atraso'))!
  const { corpo } = await palco.graph('GET', `/${world.conta.businessAccountId}/message_templates?name=${nome}`)
  await palco.controle('PATCH', `/modelos/${corpo.data[0].id}`, { categoria: 'MARKETING' })
  const categoria = async () => (await sincronizar(world, admin)).atraso!.categoria
  expect(await categoria()).toBe('MARKETING')
  const texto = 'Olá, {{nome}}! Um texto novo de atraso da {{empresa}}, por favor confira com atenção.'
  const mudado: Modelo = (await world.chamar(admin, 'PUT', `${base}/atraso`, { texto })).json()
  expect(mudado).toMatchObject({ situacao: 'pendente', categoria: 'MARKETING' })
  expect(await categoria()).toBe('MARKETING')
  await palco.passar(60_000)
  expect(await categoria()).toBe('UTILITY')
  await palco.fechar()
})

test('what a webhook tells while the list is read is newer than the list', async ({ world }) => {
  const palco = await ligarEmulador(world)
  const { nome } = (await modeloAprovado(world.db, 'atraso'))!
  world.relogio.passar({ minutos: 30 })
  const agora = world.relogio.agora()
  const evento = { nome, idioma: 'pt_BR', evento: 'PAUSED', motivo: null }
  await enquantoEspera(world.db, {
    segurar: (trx) => trx.selectFrom('modelo_versao').select('id').forUpdate().execute(),
    pedir: () => sincronizarTudo(world.servicos),
    depois: (trx) => aplicarEventoModelo(trx, evento, agora),
  })
  expect(await modeloAprovado(world.db, 'atraso')).toBe(null)
  await sincronizarTudo(world.servicos)
  expect(await modeloAprovado(world.db, 'atraso')).toMatchObject({ nome }) // as the list says
  await palco.fechar()
})

test.for(['message_template_status_update', 'message_template_components_update', 'template_category_update'])(
  '%s has the list read again, which knows more than the event says',
  async (campo, { world, onTestFinished }) => {
    const ouvidos = await ouvirCanal(world, CANAL_MODELOS, onTestFinished)
    const evento = { event: 'APPROVED', message_template_name: 'x', message_template_language: 'pt_BR' }
    await enviarWebhook(world, envelope(campo, { ...evento, message_template_id: 1, new_category: 'MARKETING' }))
    await esvaziarEntrada(world)
    await expect.poll(() => ouvidos).toContain('')
  },
)

test('Meta out of reach: 409 with a sentence, and the templates say why they wait', async ({ world }) => {
  const admin = await world.criarAdmin()
  const resposta = await world.chamar(admin, 'POST', `${base}/sincronizar`, {})
  expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'whatsapp_indisponivel'])
})

test('what Meta does not take is tried ever less often, until an account is configured', async ({
  world,
  onTestFinished,
}) => {
  await garantirModelos(world.db, world.relogio.agora())
  let passados = 0
  const avisos: number[] = []
  const log = { warn: () => avisos.push(passados) } as unknown as World['servicos']['log']
  const [, emAnalise] = trabalhosDeModelos({ ...world.servicos, log }, () => passados * 15_000)
  for (; passados < 240; passados += 1) await emAnalise!.executar(new AbortController().signal)
  expect(avisos).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])

  const ouvidos = await ouvirCanal(world, CANAL_MODELOS, onTestFinished)
  const admin = await world.criarAdmin()
  await world.chamar(admin, 'PUT', '/api/admin/configuracoes/whatsapp', { empresa: 'Outra' })
  await expect.poll(() => ouvidos).toContain('')
})

test('as soon as the company moves to another account, the old one’s approvals are void', async ({ world }) => {
  const palco = await ligarSemModelos(world)
  const admin = await world.criarAdmin()
  await sincronizar(world, admin)
  await palco.passar(60_000)
  await sincronizar(world, admin)
  await palco.fechar() // unreachable, so that nothing but the change itself can have told
  const mudar = (conta: object) => world.chamar(admin, 'PUT', '/api/admin/configuracoes/whatsapp', conta)

  expect((await mudar({ token: 'outro-token-da-mesma-conta' })).statusCode).toBe(200)
  expect(await modeloAprovado(world.db, 'atraso')).not.toBe(null)
  expect((await mudar({ business_account_id: '987654321' })).statusCode).toBe(200)
  expect(await modeloAprovado(world.db, 'atraso')).toBe(null)
})
