import { describe, expect } from 'vitest'
import { reivindicar } from '#server/despacho/reivindicacao.actions.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { dizerStatus, envelope, enviarWebhook, escrever, esvaziarEntrada, jaEnviada } from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'

const cliente = (world: World, id: number) => linha(world, 'cliente', id)
const contato = (world: World, id: number) => linha(world, 'contato', id)
const minutosDepois = (world: World, minutos: number) => new Date(world.relogio.agora().getTime() + minutos * 60_000)

const TELEFONE = '+5511988880001'

describe('a person known in another way', () => {
  const acoes = async (world: World) =>
    (await world.db.selectFrom('log').select('acao').orderBy('id').execute()).map(({ acao }) => acao)

  test('whose mobile was imported as a landline has the ninth digit put in, and the log says so', async ({ world }) => {
    const { id } = await world.criarCliente({ telefone: '+551142345678' })
    await escrever(world, { de: '5511942345678' })
    expect(await cliente(world, id)).toMatchObject({ telefone: '+5511942345678', status: 'aguardando_atendimento' })
    expect(await acoes(world)).toContain('cliente.corrigir_telefone')
  })

  test('is not taken for the landline of another customer, whose digits are the mobile’s without the ninth', async ({
    world,
  }) => {
    const fixo = await world.criarCliente({ telefone: '+551142345678' })
    const celular = await world.criarCliente({ telefone: '+5511942345678' })
    await escrever(world, { de: '5511942345678' })
    expect((await cliente(world, fixo.id)).telefone).toBe('+551142345678')
    expect((await cliente(world, celular.id)).telefone).toBe('+5511942345678')
    const ana = await world.criarOperador()
    await world.chamar(ana, 'PATCH', `/api/operador/clientes/${fixo.id}/assumir`)
    const corpo = { conteudo: 'Sobre a sua conta de R$ 100,00' }
    await world.chamar(ana, 'POST', `/api/operador/clientes/${fixo.id}/mensagens`, corpo)
    const { lote } = await reivindicar(world.db, world.relogio.agora(), 10, { origem: 'https://x.example' })
    expect(lote.map(({ para }) => para)).toEqual(['+551142345678'])
  })

  test('who writes without the ninth digit, as most of the country does, keeps it in the register', async ({
    world,
  }) => {
    const { id } = await world.criarCliente({ telefone: '+5531980000002' })
    await escrever(world, { de: '553180000002' })
    expect((await cliente(world, id)).telefone).toBe('+5531980000002')
    expect(await acoes(world)).not.toContain('cliente.corrigir_telefone')
  })

  test('who changes number is followed, opt-out and all', async ({ world }) => {
    const a = await world.criarCliente({ telefone: '+5511988880001' })
    const b = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', texto: 'PARAR' })
    await escrever(world, {
      de: '5511988880001',
      outros: { type: 'system', system: { type: 'user_changed_number', wa_id: '5511900000009', user_id: 'BR.9' } },
    })
    for (const { id, contatoId } of [a, b]) {
      const mudado = await cliente(world, id)
      expect(mudado.telefone).toBe('+5511900000009')
      expect(mudado.contato_id).not.toBe(contatoId)
      expect(await contato(world, mudado.contato_id!)).toMatchObject({ bsuid: 'BR.9', aceita_mensagens: false })
    }
    expect((await acoes(world)).filter((acao) => acao === 'cliente.trocar_numero')).toHaveLength(2)
  })

  test('a change of number does not move customers whom the sender denied being', async ({ world }) => {
    const [a, b] = [await world.criarCliente({ telefone: TELEFONE }), await world.criarCliente({ telefone: TELEFONE })]
    const negada = { cliente_id: a.id, contato_id: a.contatoId!, negada_em: world.relogio.agora() }
    await world.db.insertInto('pessoa_do_telefone').values(negada).execute()
    await escrever(world, {
      de: TELEFONE.slice(1),
      outros: { type: 'system', system: { type: 'user_changed_number', wa_id: '5511900000009' } },
    })
    expect([(await cliente(world, a.id)).telefone, (await cliente(world, b.id)).telefone]).toEqual([
      TELEFONE,
      '+5511900000009',
    ])
  })

  test.for<[string, object]>([
    ['hides the new one', { user_id: 'BR.9' }],
    ['has a foreign one now', { wa_id: '351912345678' }],
  ])('who changes number and %s is billed no more at the old one', async ([, novo], { world }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: TELEFONE })
    const system = { type: 'user_changed_number', ...novo }
    await escrever(world, { de: TELEFONE.slice(1), outros: { type: 'system', system } })
    expect(await cliente(world, id)).toMatchObject({
      ...{ telefone: TELEFONE, status: 'aguardando_atendimento', aguardando_motivo: 'contato_invalido' },
    })
    expect((await contato(world, contatoId!)).invalido_em).not.toBe(null)
    expect(await acoes(world)).toContain('cliente.trocar_numero')
  })

  test.for(['delivered', 'read'] as const)(
    'who left the number is billed no more there, though a message from before is told to be %s afterwards',
    async (status, { world }) => {
      const { id, contatoId } = await world.criarCliente({ telefone: TELEFONE })
      const wamid = 'wamid.ANTES'
      await jaEnviada(world, id, contatoId!, wamid)
      const antes = world.relogio.agora()
      if (status === 'read') await dizerStatus(world, { wamid, status: 'delivered' })
      world.relogio.passar({ minutos: 5 })
      const system = { type: 'user_changed_number', user_id: 'BR.9' }
      await escrever(world, { de: TELEFONE.slice(1), outros: { type: 'system', system } })
      world.relogio.passar({ minutos: 5 })
      await dizerStatus(world, { wamid, status, em: status === 'read' ? world.relogio.agora() : antes })
      expect((await contato(world, contatoId!)).invalido_em).not.toBe(null)
      expect(await acoes(world)).not.toContain('mensagem.chegar')
    },
  )

  test('what was written before a number was left, told afterwards, does not bring it back', async ({ world }) => {
    const { contatoId } = await world.criarCliente({ telefone: TELEFONE })
    const em = world.relogio.agora()
    world.relogio.passar({ minutos: 5 })
    const system = { type: 'user_changed_number', user_id: 'BR.9' }
    await escrever(world, { de: TELEFONE.slice(1), outros: { type: 'system', system } })
    await escrever(world, { de: TELEFONE, em })
    expect((await contato(world, contatoId!)).invalido_em).not.toBe(null)
    await escrever(world, { de: TELEFONE })
    expect((await contato(world, contatoId!)).invalido_em).toBe(null)
  })

  test('a message from before a number was left, delivered afterwards, does not bring it back; a later one does', async ({
    world,
  }) => {
    const { id, contatoId } = await world.criarCliente({ telefone: TELEFONE })
    await jaEnviada(world, id, contatoId!, 'wamid.ANTES')
    world.relogio.passar({ minutos: 5 })
    const system = { type: 'user_changed_number', user_id: 'BR.9' }
    await escrever(world, { de: TELEFONE.slice(1), outros: { type: 'system', system } })
    world.relogio.passar({ minutos: 5 })
    await dizerStatus(world, { wamid: 'wamid.ANTES', status: 'delivered' })
    expect((await contato(world, contatoId!)).invalido_em).not.toBe(null)
    await jaEnviada(world, id, contatoId!, 'wamid.DEPOIS', 0)
    await dizerStatus(world, { wamid: 'wamid.DEPOIS', status: 'delivered' })
    expect((await contato(world, contatoId!)).invalido_em).toBe(null)
  })

  test('who hides the number and shares it when asked is linked to it', async ({ world }) => {
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, {
      bsuid: 'BR.7',
      outros: { type: 'contacts', contacts: [{ origin: 'contact_request', phones: [{ wa_id: '5511988880001' }] }] },
    })
    await escrever(world, { bsuid: 'BR.7', texto: 'sou eu' })
    expect(await cliente(world, id)).toMatchObject({ nao_lidas: 2, status: 'aguardando_atendimento' })
  })

  test('stops and resumes marketing in WhatsApp itself: the latest word is kept, and nobody is opted out', async ({
    world,
  }) => {
    const { contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
    const dizer = async (value: string, minutos: number) => {
      const timestamp = Math.floor(minutosDepois(world, minutos).getTime() / 1000)
      const uma = { wa_id: '5511988880001', category: 'marketing_messages', value, timestamp }
      await enviarWebhook(world, envelope('user_preferences', { user_preferences: [uma] }))
      await esvaziarEntrada(world)
    }
    const aceita = async () => {
      const { aceita_marketing, aceita_mensagens } = await contato(world, contatoId!)
      return [aceita_marketing, aceita_mensagens]
    }
    await dizer('stop', -10)
    expect(await aceita()).toEqual([false, true])
    await dizer('resume', -20)
    expect(await aceita()).toEqual([false, true])
    await dizer('resume', -5)
    expect(await aceita()).toEqual([true, true])
  })

  test.for<[string, object]>([
    ['phone', { wa_id: '5511988880001' }],
    ['BSUID', { user_id: 'BR.88' }],
  ])(
    'stops marketing before anybody knew them, by %s: it holds once they are a customer',
    async ([, quem], { world }) => {
      const timestamp = Math.floor(world.relogio.agora().getTime() / 1000)
      const uma = { ...quem, category: 'marketing_messages', value: 'stop', timestamp }
      await enviarWebhook(world, envelope('user_preferences', { user_preferences: [uma] }))
      await esvaziarEntrada(world)
      await world.criarCliente({ telefone: '+5511988880001' })
      await escrever(world, { de: '5511988880001', bsuid: 'BR.88' })
      const { contato_id } = await world.db.selectFrom('cliente').select('contato_id').executeTakeFirstOrThrow()
      expect(await contato(world, contato_id!)).toMatchObject({ aceita_marketing: false, aceita_mensagens: true })
    },
  )

  test('opts out, and in again: the customer’s page says when, and where the consent comes from now', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ telefone: '+5511988880001', operador_id: ana.id })
    const ver = async () => {
      const { aceita_mensagens, recusou_em, consentimento } = (
        await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)
      ).json()
      return { aceita_mensagens, recusou_em, consentimento }
    }
    const antes = await ver()
    expect(antes).toMatchObject({ aceita_mensagens: true, recusou_em: null })
    await escrever(world, { de: '5511988880001', texto: 'PARAR', em: minutosDepois(world, -20) })
    const recusou_em = minutosDepois(world, -20).toISOString()
    expect(await ver()).toEqual({ ...antes, aceita_mensagens: false, recusou_em })
    await escrever(world, { de: '5511988880001', texto: 'voltar', em: minutosDepois(world, -10) })
    const em = minutosDepois(world, -10).toISOString()
    const consentimento = { origem: 'escreveu VOLTAR', em }
    expect(await ver()).toEqual({ aceita_mensagens: true, recusou_em: null, consentimento })
  })

  test('has the consent kept with where and when it came from', async ({ world }) => {
    await escrever(world, { de: '5511977776666' })
    const [novo] = await world.db.selectFrom('contato').selectAll().execute()
    expect(novo).toMatchObject({
      consentimento_origem: 'escreveu para a empresa',
      consentimento_em: '2026-11-24T13:00:00.000Z',
    })
  })
})
