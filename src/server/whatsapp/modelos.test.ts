import { expect } from 'vitest'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { envelope, enviarWebhook, esvaziarEntrada } from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'

/** The template of the kind `atraso`, and how WhatsApp names it. */
async function oDeAtraso(world: World) {
  const { id, nome_meta } = await world.db
    .selectFrom('modelo_versao')
    .select(['id', 'nome_meta'])
    .where('tipo', '=', 'atraso')
    .executeTakeFirstOrThrow()
  return { id, modelo: { message_template_name: nome_meta, message_template_language: 'pt_BR' } }
}

test('a template’s quality and the category to come are told and kept', async ({ world }) => {
  await aprovarModelos(world)
  const { modelo } = await oDeAtraso(world)
  await enviarWebhook(
    world,
    envelope('message_template_quality_update', {
      ...modelo,
      previous_quality_score: 'GREEN',
      new_quality_score: 'RED',
    }),
  )
  await enviarWebhook(world, envelope('template_category_update', { ...modelo, correct_category: 'MARKETING' }))
  await esvaziarEntrada(world)
  const [versao] = await world.db.selectFrom('modelo_versao').selectAll().where('tipo', '=', 'atraso').execute()
  expect(versao).toMatchObject({ qualidade: 'RED', situacao: 'aprovado' })
  const logs = await world.db.selectFrom('log').select('acao').orderBy('id').execute()
  expect(logs.map(({ acao }) => acao)).toEqual(['modelo.avaliar', 'modelo.anunciar_categoria'])
  const admin = await world.criarAdmin()
  const ver = async () =>
    (await world.chamar(admin, 'GET', '/api/admin/configuracoes/mensagens/templates')).json().atraso
  expect(await ver()).toMatchObject({ categoria: 'UTILITY', categoria_anunciada: 'MARKETING', qualidade: 'RED' })
  // A change that has happened is no longer announced.
  await enviarWebhook(
    world,
    envelope('template_category_update', { ...modelo, previous_category: 'UTILITY', new_category: 'MARKETING' }),
  )
  await esvaziarEntrada(world)
  expect(await ver()).toMatchObject({ categoria: 'MARKETING', categoria_anunciada: null })
})

test('a text that is approved goes out in the category that its approval tells, before any list is read', async ({
  world,
}) => {
  await aprovarModelos(world)
  const { modelo } = await oDeAtraso(world)
  await world.db.updateTable('modelo').set({ categoria: 'MARKETING' }).where('tipo', '=', 'atraso').execute()
  const admin = await world.criarAdmin()
  const base = '/api/admin/configuracoes/mensagens'
  const texto = 'Um texto novo, sem nenhuma variável dentro dele.'
  expect((await world.chamar(admin, 'PUT', `${base}/atraso`, { texto })).statusCode).toBe(200)
  await world.db.updateTable('modelo_versao').set({ nome_meta: 'novo' }).where('texto', '=', texto).execute()
  const novo = { ...modelo, message_template_name: 'novo', message_template_category: 'UTILITY' }
  const categoria = async () => (await world.chamar(admin, 'GET', `${base}/templates`)).json().atraso.categoria
  for (const [event, agora] of [
    ['PENDING', 'MARKETING'],
    ['APPROVED', 'UTILITY'],
  ] as const) {
    await enviarWebhook(world, envelope('message_template_status_update', { ...novo, event }))
    await esvaziarEntrada(world)
    expect(await categoria(), event).toBe(agora)
  }
})

test('a category to come, told beside the one of today as Meta documents it, is announced and changes nothing yet', async ({
  world,
}) => {
  await aprovarModelos(world)
  const { modelo } = await oDeAtraso(world)
  const anuncio = { ...modelo, new_category: 'UTILITY', correct_category: 'MARKETING' }
  await enviarWebhook(world, envelope('template_category_update', anuncio))
  await esvaziarEntrada(world)
  const admin = await world.criarAdmin()
  const { atraso } = (await world.chamar(admin, 'GET', '/api/admin/configuracoes/mensagens/templates')).json()
  expect(atraso).toMatchObject({ categoria: 'UTILITY', categoria_anunciada: 'MARKETING' })
})

test('a refused template says why in Portuguese, whatever Meta adds in its own words', async ({ world }) => {
  await aprovarModelos(world)
  const { id, modelo } = await oDeAtraso(world)
  const recusar = async (reason: string | null, dito: string) => {
    const rejection_info = { reason: dito, recommendation: 'Separate the parameters.' }
    await enviarWebhook(
      world,
      envelope('message_template_status_update', { ...modelo, event: 'REJECTED', reason, rejection_info }),
    )
    await esvaziarEntrada(world)
    const { motivo } = await linha(world, 'modelo_versao', id)
    return motivo
  }
  expect(await recusar('INVALID_FORMAT', 'Two parameters are placed next to each other.')).toBe(
    'A Meta recusou a forma do texto. Confira as variáveis e a pontuação.',
  )
  expect(await recusar('NONE', 'Of another kind.')).toBe('A Meta informou: Of another kind.')
  expect((await recusar('NONE', 'Of another kind.'.repeat(9_000)))?.length).toBeLessThan(1_100)
})

test.for([
  ['message_template_quality_update', { new_quality_score: 'x'.repeat(100_000) }],
  ['template_category_update', { new_category: 'x'.repeat(100_000) }],
  ['template_category_update', { correct_category: 'x'.repeat(100_000) }],
] as const)(
  'a word that is none of Meta’s is set aside, and neither logged nor kept: %s %#',
  async ([campo, valor], { world }) => {
    await aprovarModelos(world)
    const { modelo } = await oDeAtraso(world)
    await enviarWebhook(world, envelope(campo, { ...modelo, ...valor }))
    await esvaziarEntrada(world)
    const logs = await world.db.selectFrom('log').select('acao').execute()
    expect(logs).toEqual([{ acao: 'whatsapp.separar_evento' }])
  },
)
