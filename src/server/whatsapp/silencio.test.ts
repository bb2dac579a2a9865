import { describe, expect } from 'vitest'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { dizerStatus, envelope, enviarWebhook, escrever, mensagens, statusDe } from '#test/whatsapp.ts'
import { type Pessoa, test, type World } from '#test/world.ts'
import { vigiarStatus } from './silencio.actions.ts'
import { trocarDeConta } from './troca-de-conta.actions.ts'

/** A message that Meta accepted now. */
const aceita = (world: World, wamid = 'wamid.nossa') =>
  world.db
    .insertInto('mensagem')
    .values({
      direcao: 'enviada',
      tipo: 'texto',
      conteudo: 'Olá',
      status: 'enviada',
      finalidade: 'atendimento',
      wamid,
      envio: 'aceita',
      aceita_em: world.relogio.agora(),
      created_at: world.relogio.agora(),
    })
    .execute()
const vigiar = (world: World) => vigiarStatus(world.servicos)
const desde = async (world: World) =>
  (await world.db.selectFrom('configuracao').select('sem_status_desde').executeTakeFirstOrThrow()).sem_status_desde
const logs = async (world: World) =>
  (
    await world.db.selectFrom('log').select('acao').where('acao', 'like', 'whatsapp.%_status').orderBy('id').execute()
  ).map(({ acao }) => acao)
/** The clock may have moved past the session. */
const ler = async (world: World, quem: Pessoa, url: string) => {
  const token = await criarSessao(world.db, quem.id, world.relogio.agora(), null)
  return (await world.chamar({ ...quem, token }, 'GET', url)).json()
}

/** Half an hour of nothing after a message. */
async function emSilencio(world: World) {
  await aceita(world)
  world.relogio.passar({ minutos: 30 })
  await vigiar(world)
}

describe('when Meta sends no statuses', () => {
  test('administrators are told within the hour, on every screen, with what to check', async ({ world }) => {
    const [admin, operador] = [await world.criarAdmin(), await world.criarOperador()]
    const comecou = world.relogio.agora().toISOString()
    await aceita(world)
    world.relogio.passar({ minutos: 29 })
    await vigiar(world)
    expect(await desde(world)).toBe(null)
    world.relogio.passar({ minutos: 1 })
    await Promise.all([vigiar(world), vigiar(world), vigiar(world)])
    expect(await desde(world)).toBe(comecou)
    expect(await logs(world)).toEqual(['whatsapp.perder_status'])
    expect(await ler(world, admin, '/api/avisos')).toMatchObject({ sem_status: { desde: comecou } })
    expect(await ler(world, operador, '/api/avisos')).toMatchObject({ sem_status: null })
    const { alertas } = await ler(world, admin, '/api/admin/dashboard')
    expect(alertas.find(({ codigo }: { codigo: string }) => codigo === 'sem_status')).toMatchObject({
      desde: comecou,
      mensagem: expect.stringMatching(/webhook está assinado.*chave secreta.*endereço/),
    })
  })

  test('the connection says so too, once it is otherwise right', async ({ world }) => {
    const admin = await world.criarAdmin()
    const situacao = { phoneNumberId: world.conta.phoneNumberId, estado: 'conectado', erro: null }
    await world.db
      .updateTable('configuracao')
      .set({ whatsapp_situacao: JSON.stringify(situacao) })
      .execute()
    const status = '/api/admin/configuracoes/whatsapp/status'
    expect(await ler(world, admin, status)).toMatchObject({
      conectado: true,
      estado: 'conectado',
      erro: null,
      desde: null,
    })
    await emSilencio(world)
    expect(await ler(world, admin, status)).toMatchObject({
      conectado: false,
      estado: 'erro',
      erro: { codigo: 'sem_status', mensagem: expect.stringContaining('chave secreta') },
    })
  })

  test('it disappears with the first status, of any message', async ({ world }) => {
    await emSilencio(world)
    world.relogio.passar({ minutos: 10 })
    await dizerStatus(world, { wamid: 'wamid.outra', status: 'read' })
    expect(await desde(world)).toBe(null)
    await vigiar(world)
    expect(await desde(world)).toBe(null)
    expect(await logs(world)).toEqual(['whatsapp.perder_status', 'whatsapp.ouvir_status'])
  })

  test.for<[string, (world: World) => Promise<unknown>]>([
    ['a reply', (world) => escrever(world, { de: '5511988880001' })],
    ['news of the account', (world) => enviarWebhook(world, envelope('account_alerts', { alert_severity: 'INFO' }))],
    [
      'a status of another number',
      (world) => {
        const statuses = [statusDe(world, { wamid: 'wamid.X', status: 'sent' })]
        return enviarWebhook(world, mensagens(world, { metadata: { phone_number_id: '399' }, statuses }))
      },
    ],
  ])('%s is no status', async ([, dizer], { world }) => {
    await emSilencio(world)
    await dizer(world)
    await vigiar(world)
    expect(await desde(world)).not.toBe(null)
  })

  test('another account starts anew', async ({ world }) => {
    await emSilencio(world)
    const [velha, nova] = ['1', '2'].map((id) => ({
      provedor: 'cloud_api' as const,
      apiUrl: world.conta.apiUrl,
      phoneNumberId: id,
      businessAccountId: id,
    }))
    await world.db.transaction().execute((trx) => trocarDeConta(trx, velha!, nova!, world.relogio.agora()))
    await vigiar(world)
    expect(await desde(world)).toBe(null)
  })

  test('what nobody could still be told of, a week later, is no alarm', async ({ world }) => {
    await emSilencio(world)
    world.relogio.passar({ dias: 7 })
    await vigiar(world)
    expect(await desde(world)).toBe(null)
  })
})

describe('no alarm', () => {
  test('without a message', async ({ world }) => {
    world.relogio.passar({ dias: 3 })
    await vigiar(world)
    expect(await desde(world)).toBe(null)
  })

  test('when the status came before our own record of the send', async ({ world }) => {
    await dizerStatus(world, { wamid: 'wamid.nossa', status: 'sent' })
    world.relogio.passar({ segundos: 20 })
    await aceita(world)
    world.relogio.passar({ horas: 2 })
    await vigiar(world)
    expect(await desde(world)).toBe(null)
  })

  test('of what was told while nobody could hear it, until half an hour after the start', async ({ world }) => {
    await aceita(world)
    world.relogio.passar({ horas: 8 })
    const inicio = world.relogio.agora()
    world.relogio.passar({ minutos: 29 })
    await vigiarStatus(world.servicos, inicio)
    expect(await desde(world)).toBe(null)
    world.relogio.passar({ minutos: 1 })
    await vigiarStatus(world.servicos, inicio)
    expect(await desde(world)).not.toBe(null)
  })

  test('again, by a node whose clock is behind: for it half an hour has not passed yet', async ({ world }) => {
    await emSilencio(world)
    world.relogio.passar({ segundos: -90 })
    await vigiar(world)
    world.relogio.passar({ segundos: 90 })
    await vigiar(world)
    expect(await logs(world)).toEqual(['whatsapp.perder_status'])
  })

  test('while statuses come, however few', async ({ world }) => {
    await aceita(world, 'wamid.1')
    world.relogio.passar({ minutos: 20 })
    await dizerStatus(world, { wamid: 'wamid.1', status: 'sent' })
    await aceita(world, 'wamid.2')
    world.relogio.passar({ minutos: 20 })
    await vigiar(world)
    expect(await desde(world)).toBe(null)
  })
})
