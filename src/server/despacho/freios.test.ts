import Fastify from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { enfileirar as porNaFila } from '#server/saida/saida.actions.ts'
import { verificarConta } from '#server/whatsapp/verificacao.actions.ts'
import { despachar } from '#test/despachar.ts'
import type { Palco } from '#test/emulador.ts'
import { esperarAte } from '#test/espera.ts'
import { aprovarModelos, ligarEmulador } from '#test/modelos.ts'
import { test as comWorld, type World } from '#test/world.ts'
import { despachante } from './despachante.jobs.ts'
import { anotarAndamento } from './despacho.actions.ts'
import { vigiaDaFila } from './fila-parada.actions.ts'
import { acharProblemaDoEnvio } from './problema.queries.ts'

const test = comWorld.extend<{ palco: Palco }>({
  palco: async ({ world }, usar) => {
    const palco = await ligarEmulador(world)
    await verificarConta(world.servicos)
    await usar(palco)
    await palco.fechar()
  },
})

async function enfileirar(world: World, quantas: number) {
  await Promise.all(Array.from({ length: quantas }, () => world.criarCliente()))
  await executar(world.servicos, {})
}

/** What Meta says of most numbers. */
const oitentaPorSegundo = (world: World) =>
  sql`update configuracao set whatsapp_situacao = whatsapp_situacao || '{"vazao":"STANDARD"}'`.execute(world.db)

const pedidos = ({ trocas }: Palco) => trocas.filter(({ url }) => url.endsWith('/messages'))
const despacho = (world: World) => world.db.selectFrom('despacho').selectAll().executeTakeFirstOrThrow()
const naFila = async (world: World) =>
  (await world.db.selectFrom('mensagem').select('id').where('envio', '=', 'fila').execute()).length

async function status(world: World) {
  const resposta = await world.chamar(await world.criarAdmin(), 'GET', '/api/admin/configuracoes/whatsapp/status')
  return resposta.json()
}
async function avisos(world: World) {
  return (await world.chamar(await world.criarAdmin(), 'GET', '/api/avisos')).json()
}

describe('the pace at the receiver', () => {
  test('is even: no second above it, and no more than a moment’s share at once', async ({ world, palco }) => {
    await oitentaPorSegundo(world)
    await enfileirar(world, 180)
    await despachar(world)
    const chegadas = pedidos(palco).map(({ em }) => em)
    expect(chegadas).toHaveLength(180)
    for (const em of chegadas) {
      expect(chegadas.filter((outra) => outra >= em && outra < em + 1_000).length).toBeLessThanOrEqual(88)
      expect(chegadas.filter((outra) => outra >= em && outra < em + 100).length).toBeLessThanOrEqual(40)
    }
    expect(chegadas.at(-1)! - chegadas[0]!).toBeGreaterThan(2_000)
  })

  test('is kept by the node that takes over from one that has just died', async ({ world, palco }) => {
    await enfileirar(world, 3)
    await sql`update despacho set marcou_em = clock_timestamp() + interval '200 milliseconds'`.execute(world.db)
    await sql`update mensagem set envio = 'enviando', enviando_em = ${world.relogio.agora()}
      where id = (select min(id) from mensagem)`.execute(world.db)
    const { rows } = await sql<{ falta: number }>`
      select (extract(epoch from marcou_em - clock_timestamp()) * 1000)::float8 as falta from despacho`.execute(
      world.db,
    )
    const limpaEm = performance.now() + rows[0]!.falta + 1_000
    await esperarAte('the mark is of the past', () => performance.now() > limpaEm - 950)
    await despachar(world)
    expect(pedidos(palco)).toHaveLength(2)
    expect(pedidos(palco)[0]!.em).toBeGreaterThan(limpaEm - 50)
  })
})

test('a problem of the account in full course costs few requests more', async ({ world, palco }) => {
  await oitentaPorSegundo(world)
  await enfileirar(world, 120)
  const turno = despachar(world)
  await esperarAte('thirty were sent', () => pedidos(palco).length >= 30, 1)
  palco.emulador.cenario.situacao = 131031
  await turno
  const recusados = pedidos(palco).filter(({ http }) => http !== 200)
  expect(recusados.length).toBeGreaterThan(0)
  expect(recusados.length).toBeLessThanOrEqual(21)
  expect(await status(world)).toMatchObject({ estado: 'erro', erro: { codigo: '131031' } })
})

describe('a WhatsApp that takes requests and does not answer', () => {
  test('is probed with one message at a time, shown to every administrator, and recovers by itself', async ({
    world,
    palco,
  }) => {
    await enfileirar(world, 60)
    palco.emulador.cenario.caos.cortarAntes = 1
    await despachar(world)
    const perdidas = 60 - (await naFila(world))
    expect(perdidas).toBeGreaterThanOrEqual(3)
    expect(perdidas).toBeLessThanOrEqual(14)
    expect(await status(world)).toMatchObject({
      conectado: false,
      estado: 'desconectado',
      erro: { codigo: 'sem_resposta' },
      desde: world.relogio.agora().toISOString(),
    })
    expect(await avisos(world)).toMatchObject({ whatsapp_parado: { desde: world.relogio.agora().toISOString() } })
    await despachar(world) // another node knows, and spends one
    expect(60 - (await naFila(world))).toBe(perdidas + 1)

    palco.emulador.cenario.caos.cortarAntes = 0
    await despachar(world)
    expect(await naFila(world)).toBe(0)
    expect(palco.emulador.envios()).toHaveLength(60 - perdidas - 1)
    expect(await status(world)).toMatchObject({ conectado: true, erro: null, desde: null })
    const log = await world.db
      .selectFrom('log')
      .select('acao')
      .where('acao', 'like', '%_resposta')
      .orderBy('id')
      .execute()
    expect(log.map(({ acao }) => acao)).toEqual(['whatsapp.perder_resposta', 'whatsapp.voltar_resposta'])
  })

  test('or cannot be reached: nothing is lost, and it does not say that it is connected', async ({ world, palco }) => {
    await enfileirar(world, 30)
    const certo = world.conta.apiUrl
    world.usarWhatsapp('http://127.0.0.1:9/v23.0')
    await despachar(world)
    expect(await naFila(world)).toBe(30)
    expect(await status(world)).toMatchObject({ estado: 'desconectado', erro: { codigo: 'sem_conexao' } })
    world.usarWhatsapp(certo)
    world.relogio.passar({ segundos: 30 })
    await despachar(world)
    expect(palco.emulador.envios()).toHaveLength(30)
    expect((await status(world)).conectado).toBe(true)
  })
})

test('consecutive refusals, each with its pause, are reported within a minute and a half', async ({ world }) => {
  const meta = Fastify()
  const error = { code: 2, message: 'Service temporarily unavailable', type: 'OAuthException', is_transient: true }
  meta.post('/*', (_pedido, resposta) => resposta.status(503).send({ error }))
  onTestFinished(() => meta.close())
  await aprovarModelos(world)
  world.usarWhatsapp(`${await meta.listen({ port: 0, host: '127.0.0.1' })}/v23.0`)
  const deVerdade = performance.now.bind(performance)
  let passados = 0
  const relogio = vi.spyOn(performance, 'now').mockImplementation(() => deVerdade() + passados)
  onTestFinished(() => relogio.mockRestore())

  await enfileirar(world, 1)
  const desde = world.relogio.agora().toISOString()
  const trabalho = despachante(world.servicos)
  for (let i = 0; i < 9; i += 1) {
    await trabalho.executar(new AbortController().signal)
    passados += 10_000
    world.relogio.passar({ segundos: 10 })
  }
  expect(await acharProblemaDoEnvio(world.db, world.relogio.agora())).toMatchObject({ codigo: 'recusa', desde })
})

test('while Meta holds the number for an hour the queue waits for Meta, and no server is blamed', async ({ world }) => {
  const meta = Fastify()
  const error = { code: 131048, message: 'Spam rate limit hit', type: 'OAuthException' }
  meta.post('/*', (_pedido, resposta) => resposta.status(400).send({ error }))
  onTestFinished(() => meta.close())
  await aprovarModelos(world)
  world.usarWhatsapp(`${await meta.listen({ port: 0, host: '127.0.0.1' })}/v23.0`)
  await enfileirar(world, 1)
  await despachar(world) // one alone is refused: the next of the queue waits as well
  await enfileirar(world, 1)
  let agora = 0
  const vigiar = vigiaDaFila(world.db, world.servicos.log, () => agora)
  for (let i = 0; i < 5; i += 1) {
    world.relogio.passar({ minutos: 2 })
    agora += 120_000
    await vigiar(world.relogio.agora())
  }
  expect(await avisos(world)).toMatchObject({ fila_parada: null, whatsapp_parado: { desde: expect.any(String) } })
  expect(await acharProblemaDoEnvio(world.db, world.relogio.agora())).toMatchObject({ codigo: 'recusa' })
})

test('a queue that stands still is told to administrators and to the log by any node, and that it moves again', async ({
  world,
  palco: _,
}) => {
  const linhas: string[] = []
  const log = pino({ level: 'error' }, { write: (linha: string) => linhas.push(linha) })
  let agora = 0
  const vigiar = vigiaDaFila(world.db, log, () => agora)
  const olhar = () => vigiar(world.relogio.agora())
  await enfileirar(world, 2)
  const desde = world.relogio.agora().toISOString()
  await olhar()
  world.relogio.passar({ minutos: 3 })
  await olhar() // found for the first time: whoever just started gets its chance
  expect(await avisos(world)).toEqual({
    whatsapp_parado: null,
    fila_parada: null,
    envio_retido: null,
    sem_envio: null,
    emulador: null,
    sem_status: null,
  })
  agora += 61_000
  await olhar()
  await olhar()
  await vigiaDaFila(world.db, log, () => agora)(world.relogio.agora()) // of a node that just started
  expect(await avisos(world)).toEqual({
    whatsapp_parado: null,
    fila_parada: { desde },
    envio_retido: null,
    sem_envio: null,
    emulador: null,
    sem_status: null,
  })
  expect(await status(world)).toMatchObject({ estado: 'erro', erro: { codigo: 'fila_parada' }, desde })
  expect((await status(world)).erro.mensagem).toContain('A fila não anda desde 10:00')
  expect(linhas).toHaveLength(1)
  const painel = await world.chamar(await world.criarAdmin(), 'GET', '/api/admin/dashboard')
  expect(painel.json().alertas).toMatchObject([{ codigo: 'fila_parada', desde }])
  expect((await world.chamar(await world.criarOperador(), 'GET', '/api/avisos')).json().fila_parada).toBeNull()

  await despachar(world)
  expect((await despacho(world)).andou_em).toBe(world.relogio.agora().toISOString())
  await olhar()
  expect(await avisos(world)).toEqual({
    whatsapp_parado: null,
    fila_parada: null,
    envio_retido: null,
    sem_envio: null,
    emulador: null,
    sem_status: null,
  })
  const acoes = await world.db.selectFrom('log').select('acao').where('acao', 'like', '%_fila').orderBy('id').execute()
  expect(acoes.map(({ acao }) => acao)).toEqual(['whatsapp.parar_fila', 'whatsapp.andar_fila'])

  // An empty queue stands still for hours and nobody minds.
  world.relogio.passar({ horas: 2 })
  await olhar()
  agora += 61_000
  await olhar()
  expect((await avisos(world)).fila_parada).toBeNull()
})

test.for([20, 0])(
  'nodes whose clocks are ahead and behind tell of one queue that stands still after %i answers once, and of one that moves never',
  async (respostas, { world, palco: _ }) => {
    const log = pino({ level: 'silent' })
    let agora = 0
    const nos = [0, 90_000, -90_000].map((desvio) => {
      const vigiar = vigiaDaFila(world.db, log, () => agora)
      return () => vigiar(new Date(world.relogio.agora().getTime() + desvio))
    })
    const olharem = async () => {
      for (const olhar of nos) await olhar()
      agora += 15_000
      world.relogio.passar({ segundos: 15 })
    }
    const ditas = async () =>
      (await world.db.selectFrom('log').select('acao').where('acao', 'like', '%_fila').orderBy('id').execute()).map(
        ({ acao }) => acao,
      )
    await enfileirar(world, 2)
    for (let vez = 0; vez < respostas; vez += 1) {
      await anotarAndamento(world.db, world.relogio.agora())
      await olharem()
    }
    expect(await ditas()).toEqual([])
    for (let vez = 0; vez < 20; vez += 1) await olharem()
    expect(await ditas()).toEqual(['whatsapp.parar_fila'])
    await despachar(world)
    for (let vez = 0; vez < 5; vez += 1) await olharem()
    expect(await ditas()).toEqual(['whatsapp.parar_fila', 'whatsapp.andar_fila'])
  },
)

test('an answer noted by a clock that was ahead hides no queue that stands still', async ({ world, palco: _ }) => {
  let agora = 0
  const vigiar = vigiaDaFila(world.db, pino({ level: 'silent' }), () => agora)
  await anotarAndamento(world.db, new Date(world.relogio.agora().getTime() + 3_600_000))
  await enfileirar(world, 1)
  for (const segundos of [61, 61]) {
    world.relogio.passar({ segundos })
    await vigiar(world.relogio.agora())
    agora += segundos * 1_000
  }
  const desde = world.relogio.agora().toISOString()
  await vigiar(world.relogio.agora())
  expect((await avisos(world)).fila_parada).toEqual({ desde })
})

test('what was written after a file that goes slowly to Meta is no queue that stands still', async ({
  world,
  palco: _,
}) => {
  const log = pino({ level: 'silent' })
  let agora = 0
  const vigiar = vigiaDaFila(world.db, log, () => agora)
  const { id, contatoId } = await world.criarCliente()
  const escrita = {
    clienteId: id,
    contatoId: contatoId!,
    finalidade: 'atendimento',
    conteudo: 'Segue o boleto',
  } as const
  const midia = { id: null, mime: 'application/pdf', nome: 'boleto.pdf', arquivo: 'um' }
  await emTransacao(world.db, async (trx) => {
    await porNaFila(trx, { ...escrita, tipo: 'documento', midia }, world.relogio.agora())
    await porNaFila(trx, { ...escrita, tipo: 'texto' }, world.relogio.agora())
  })
  for (let vez = 0; vez < 20; vez += 1) {
    await vigiar(world.relogio.agora())
    agora += 15_000
    world.relogio.passar({ segundos: 15 })
  }
  expect((await avisos(world)).fila_parada).toBeNull()
})
