import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lerPix } from '#domain/brcode.ts'
import { CLIENTE_PADRAO, criarPsp, type Psp } from '#emulator/pix/psp.ts'
import { criarSaidaSegura, destinoDe } from '#server/rede/saida-segura.ts'
import { semPressa } from '#test/espera.ts'
import type { ConfigPsp } from './chamadas.ts'
import { criarPixApi, type PixApi } from './pix-api.ts'

const RECEBEDOR = { chave: '11222333000181', nome: 'Modelo Embalagens Ltda', cidade: 'São Paulo' }
const TXID = 'A'.repeat(32)
const COB = { txid: TXID, valorCentavos: 24_990, descricao: 'NF 1001', expiraEmSegundos: 3_600 }
const UM_PIX = { endToEndId: 'E00000000202611241300ABCDEFGHIJX', valor: '1.00', horario: '2026-11-24T13:00:00Z' }
/** As some PSPs write what they do not have. */
const SEM_NADA = {
  ...{ txid: null, chave: null, infoPagador: null, pagador: null, componentesValor: null },
  devolucoes: [{ id: 'D1', rtrId: null, valor: '1.00', natureza: null, status: 'DEVOLVIDO', horario: null }],
}
const COBV = {
  txid: 'B'.repeat(32),
  valorCentavos: 50_000,
  descricao: 'NF 1002',
  devedor: { documento: '52998224725', nome: 'José da Silva' },
  vencimento: '2026-12-10',
  validadeDias: 30,
  taxas: { multaCentesimos: 200, jurosMesCentesimos: 100 },
}

let agora: Date
let psp: Psp
let app: FastifyInstance
let base: string
let api: PixApi
let pedidos: string[]
let esperas: number[]
/** Until then the next call is refused, in the words of HTTP. */
let ocupadoAte: string | null
const abertas: PixApi[] = []

beforeEach(async () => {
  agora = new Date('2026-11-24T13:00:00.000Z')
  pedidos = []
  esperas = []
  ocupadoAte = null
  psp = criarPsp({ relogio: { agora: () => agora }, semente: 7, chaves: [RECEBEDOR.chave] })
  app = Fastify()
  app.addHook('onRequest', async ({ method, url }) => void pedidos.push(`${method} ${url.split('?')[0]}`))
  app.addHook('onRequest', async (_, reply) => {
    const ate = ocupadoAte
    ocupadoAte = null
    if (ate !== null) return reply.status(429).header('retry-after', ate).send()
  })
  await app.register(psp.plugin, { prefix: '/v2' })
  // A PSP whose answers do not follow the standard.
  app.get('/outro/pix/:id', async () => ({ pix: 'sim' }))
  app.get('/errado/pix/:id', async () => ({ ...UM_PIX, endToEndId: 'E00000000202611241300ABCDEFGHIJK' }))
  app.get('/nulos/pix/:id', async () => ({ ...UM_PIX, ...SEM_NADA }))
  app.put('/bb/cob/:txid', async (_, reply) =>
    reply
      .status(400)
      .send({ erros: [{ codigo: '4', versao: '1', mensagem: 'A chave não é desta conta.', ocorrencia: 'X' }] }),
  )
  app.put('/bb2/cob/:txid', async (_, reply) =>
    reply.status(403).send({ statusCode: 403, error: 'Forbidden', message: 'Aplicação sem acesso.', violacoes: 'x' }),
  )
  app.put('/nulos/cob/:txid', async () => ({
    ...{ txid: TXID, status: 'ATIVA', valor: { original: '249.90' } },
    ...{ location: 'pix.outro.example/qr/1', loc: null, pixCopiaECola: null, revisao: null },
  }))
  app.get('/tarde/pix/:id', async () => ({ ...UM_PIX, horario: '9999-12-31T23:59:59Z' }))
  app.get('/semfim/pix', async () => ({
    parametros: { paginacao: { paginaAtual: 0, quantidadeDePaginas: 3 } },
    pix: [],
  }))
  app.get('/eterno/pix', async () => ({ parametros: { paginacao: { quantidadeDePaginas: 2 ** 40 } }, pix: [] }))
  app.put('/outro/cob/:txid', async () => ({
    txid: TXID,
    status: 'EM_ANALISE',
    valor: { original: '249.90' },
    location: 'pix.outro.example/qr/1',
    novo: true,
  }))
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  api = abrir()
})
afterEach(async () => {
  await Promise.all(abertas.splice(0).map((uma) => uma.fechar()))
  await psp.fechar()
  await app.close()
})

type Prazos = ReturnType<typeof semPressa>

/** Without `prazos`, with the product's own. */
function abrir(
  outro: Partial<ConfigPsp> = {},
  prazos: Prazos | null = semPressa(),
  nomeados = [destinoDe(base)!],
): PixApi {
  const config: ConfigPsp = {
    baseUrl: `${base}/v2`,
    tokenUrl: `${base}/v2/oauth/token`,
    clientId: CLIENTE_PADRAO.id,
    clientSecret: CLIENTE_PADRAO.segredo,
    certificado: null,
    chavePrivada: null,
    cabecalhos: {},
    ...outro,
  }
  const uma = criarPixApi(config, RECEBEDOR, {
    saida: criarSaidaSegura({ nomeados: () => nomeados }),
    ...(prazos ? { prazos } : {}),
    agoraMs: () => agora.getTime(),
    esperar: async (ms) => void esperas.push(ms),
  })
  abertas.push(uma)
  return uma
}

test('a charge is made, read and taken back; its code can be paid', async () => {
  const feita = await api.criarCob(COB)
  expect(feita).toMatchObject({ tipo: 'ok', valor: { txid: TXID, status: 'ATIVA', originalCentavos: 24_990 } })
  if (feita.tipo === 'ok') expect(lerPix(feita.valor.copiaECola!)).toMatchObject({ forma: 'dinamico', avisos: [] })
  expect(await api.remover('cob', TXID)).toMatchObject({
    tipo: 'ok',
    valor: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
  })
  expect(await api.consultar('cob', TXID)).toMatchObject({
    tipo: 'ok',
    valor: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
  })
})

test('a charge with due date carries the company’s fine and interest, and the PSP reckons them', async () => {
  expect(await api.criarCobV(COBV)).toMatchObject({ tipo: 'ok', valor: { status: 'ATIVA' } })
  agora = new Date('2026-12-20T13:00:00.000Z')
  const { endToEndId } = psp.pagar(COBV.txid)
  expect(await api.pix(endToEndId)).toMatchObject({
    tipo: 'ok',
    valor: {
      valor: '511.67',
      txid: COBV.txid,
      componentesValor: { original: { valor: '500.00' }, multa: { valor: '10.00' }, juros: { valor: '1.67' } },
    },
  })
})

test('received Pix come page by page', async () => {
  for (let i = 0; i < 101; i++) psp.pagarChave(RECEBEDOR.chave, 100 + i, { txid: `NF${i}` })
  const periodo = { inicio: new Date('2026-11-24T00:00:00Z'), fim: new Date('2026-11-25T00:00:00Z') }
  const [uma, outra] = [
    await api.paginaDePix({ ...periodo, pagina: 0 }),
    await api.paginaDePix({ ...periodo, pagina: 1 }),
  ]
  expect(uma).toMatchObject({ tipo: 'ok', valor: { ultima: false, pix: { length: 100 } } })
  expect(outra).toMatchObject({ tipo: 'ok', valor: { ultima: true, pix: [{ txid: 'NF100' }] } })
  expect(await api.paginaDePix({ ...periodo, pagina: 0, comDevolucao: true })).toMatchObject({
    valor: { pix: [], ultima: true },
  })
})

test('the address of webhooks is told for our key', async () => {
  expect(await api.registrarWebhook('https://empresa.example/api/webhooks/pix/segredo')).toMatchObject({ tipo: 'ok' })
  expect(psp.avisos.obter(RECEBEDOR.chave).webhookUrl).toBe('https://empresa.example/api/webhooks/pix/segredo')
})

describe('the token', () => {
  const tokens = () => pedidos.filter((um) => um.endsWith('/oauth/token')).length

  test('is asked for once by all who wait, kept, and renewed before its end', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, i) => api.consultar('cob', `${i}`.repeat(32))))
    expect(tokens()).toBe(1)
    agora = new Date(agora.getTime() + (3_600 - 61) * 1000)
    await api.consultar('cob', TXID)
    expect(tokens()).toBe(1)
    agora = new Date(agora.getTime() + 2_000)
    await api.consultar('cob', TXID)
    expect(tokens()).toBe(2)
  })

  test('that the PSP forgot is asked for again, once', async () => {
    await api.consultar('cob', TXID)
    psp.acesso.esquecer()
    expect(await api.criarCob(COB)).toMatchObject({ tipo: 'ok' })
    expect(tokens()).toBe(2)
  })

  test('that is not given says why', async () => {
    expect(await abrir({ clientSecret: 'outro' }).criarCob(COB)).toEqual({
      tipo: 'recusada',
      http: 401,
      codigo: null,
      mensagem: 'Cliente ou segredo não conferem.',
    })
  })
})

describe('what goes wrong', () => {
  test('a refusal says the PSP’s own reason, and changed nothing', async () => {
    expect(await api.criarCob({ ...COB, txid: 'curto' })).toEqual({
      tipo: 'recusada',
      http: 400,
      codigo: 'CobOperacaoInvalida',
      mensagem: 'O txid tem de 26 a 35 letras e números.',
    })
    expect(await api.consultar('cob', TXID)).toMatchObject({ tipo: 'recusada', http: 404, codigo: 'CobNaoEncontrado' })
  })

  test('who makes a charge waits for no second try', async () => {
    await api.consultar('cob', TXID)
    psp.falhas.provocar({ como: 'status', http: 503 })
    expect(await api.criarCob(COB)).toMatchObject({ tipo: 'indisponivel', http: 503 })
    psp.falhas.provocar({ como: 'pagina' })
    expect(await api.criarCob(COB)).toMatchObject({ tipo: 'indisponivel', http: 502 })
    expect(esperas).toEqual([])
  })

  test('the client retries with growing pauses, or as long as the rate limit says', async () => {
    const { endToEndId } = psp.pagarChave(RECEBEDOR.chave, 100)
    await api.consultar('cob', TXID)
    psp.falhas.provocar({ como: 'status', http: 429, retryAfter: 5 })
    psp.falhas.provocar({ como: 'status', http: 500 })
    psp.falhas.provocar({ como: 'sem_resposta' })
    expect(await api.pix(endToEndId)).toMatchObject({ tipo: 'ok' })
    expect(esperas).toEqual([5_000, 8_000, 30_000])
    psp.falhas.provocar({ como: 'status', http: 503 }, 4)
    expect(await api.pix(endToEndId)).toMatchObject({ tipo: 'indisponivel' })
  })

  test('a rate limit may name the instant at which it ends', async () => {
    const { endToEndId } = psp.pagarChave(RECEBEDOR.chave, 100)
    await api.consultar('cob', TXID)
    ocupadoAte = new Date(Date.now() + 90_000).toUTCString()
    expect(await api.pix(endToEndId)).toMatchObject({ tipo: 'ok' })
    expect(esperas).toEqual([expect.toSatisfy((ms: number) => ms > 80_000 && ms <= 90_000)])
  })

  test('an answer that is late, or lost after the work was done, leaves it to be asked for', async () => {
    const prazos = semPressa()
    const apressada = abrir({}, prazos)
    await apressada.consultar('cob', TXID)
    psp.falhas.provocar({ como: 'sem_resposta' })
    expect(await apressada.criarCob(COB)).toEqual({
      tipo: 'sem_resposta',
      mensagem: 'Não foi possível conectar ao PSP.',
    })
    expect(await apressada.consultar('cob', TXID)).toMatchObject({ tipo: 'ok', valor: { status: 'ATIVA' } })
    prazos.comPressa = 300
    psp.falhas.provocar({ como: 'lenta', ms: 30_000 })
    expect(await apressada.consultar('cob', TXID)).toEqual({
      tipo: 'sem_resposta',
      mensagem: 'O PSP não respondeu a tempo.',
    })
  })

  test('no message waits longer than two seconds for it, and nothing as long as a shutdown does', async () => {
    const prazo = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
    const comum = abrir({}, null)
    expect(await comum.criarCob(COB)).toMatchObject({ tipo: 'ok' })
    expect(await comum.paginaDePix({ inicio: agora, fim: agora, pagina: 0 })).toMatchObject({ tipo: 'ok' })
    const [cobranca, token, lista] = [2_000, 8_000, 8_000]
    expect(prazo.mock.calls).toEqual([[cobranca], [token], [lista]])
    prazo.mockRestore()
  })

  test('what nobody waits for is read from a slow PSP, and its token holds nobody up', async () => {
    const apressada = abrir({}, { ...semPressa(), comPressa: 300 })
    const { endToEndId } = psp.pagarChave(RECEBEDOR.chave, 100)
    psp.falhas.provocar({ como: 'lenta', ms: 600 }, 4)
    const lista = apressada.paginaDePix({ inicio: agora, fim: agora, pagina: 0 })
    expect(await apressada.criarCob(COB)).toEqual({ tipo: 'sem_resposta', mensagem: 'O PSP não respondeu a tempo.' })
    expect(await lista).toMatchObject({ tipo: 'ok', valor: { pix: [{ endToEndId }] } })
    expect(await apressada.confirmar(endToEndId)).toMatchObject({ tipo: 'ok', valor: { endToEndId } })
    expect(esperas).toEqual([])
  })

  test('another PSP’s words: an unknown status is taken, a missing code is written, rubbish is said to be', async () => {
    const outra = abrir({ baseUrl: `${base}/outro/` })
    const feita = await outra.criarCob(COB)
    expect(feita).toMatchObject({ tipo: 'ok', valor: { status: 'EM_ANALISE' } })
    if (feita.tipo === 'ok')
      expect(lerPix(feita.valor.copiaECola!)).toMatchObject({
        url: 'pix.outro.example/qr/1',
        nome: 'MODELO EMBALAGENS LTDA',
      })
    expect(await outra.pix('E00000000202611241300ABCDEFGHIJK')).toEqual({
      tipo: 'ilegivel',
      mensagem: 'O PSP respondeu de um jeito que não se entende.',
    })
  })

  test('a refusal in a PSP’s own format still says why', async () => {
    const razoes = ['bb', 'bb2'].map((qual) => abrir({ baseUrl: `${base}/${qual}` }).criarCob(COB))
    expect(await Promise.all(razoes)).toMatchObject([
      { tipo: 'recusada', mensagem: 'A chave não é desta conta.' },
      { tipo: 'recusada', mensagem: 'Aplicação sem acesso.' },
    ])
  })

  test('null is as good as left out', async () => {
    const outra = abrir({ baseUrl: `${base}/nulos` })
    expect(await outra.confirmar(UM_PIX.endToEndId)).toEqual({
      tipo: 'ok',
      valor: { ...UM_PIX, devolucoes: [{ id: 'D1', valor: '1.00', status: 'DEVOLVIDO' }] },
    })
    const feita = await outra.criarCob(COB)
    expect(feita.tipo === 'ok' && lerPix(feita.valor.copiaECola!)).toMatchObject({ url: 'pix.outro.example/qr/1' })
  })

  test('a Pix other than the requested one, or of another century, is invalid', async () => {
    expect((await abrir({ baseUrl: `${base}/errado` }).confirmar(UM_PIX.endToEndId)).tipo).toBe('ilegivel')
    expect(await abrir({ baseUrl: `${base}/tarde` }).confirmar(UM_PIX.endToEndId)).toMatchObject({ valor: 'nao_se_le' })
  })

  test('pages are counted by us: those that never end are walked to their number, or not at all', async () => {
    const pedir = (onde: string, pagina: number) =>
      abrir({ baseUrl: `${base}/${onde}` }).paginaDePix({ inicio: agora, fim: agora, pagina })
    const ultimas = await Promise.all([0, 1, 2].map((pagina) => pedir('semfim', pagina)))
    expect(ultimas.map((uma) => uma.tipo === 'ok' && uma.valor.ultima)).toEqual([false, false, true])
    expect((await pedir('eterno', 0)).tipo).toBe('ilegivel')
  })

  test('an address that is not public, and that nobody named, is not called', async () => {
    const chamadas = pedidos.length
    expect(await abrir({}, semPressa(), []).criarCob(COB)).toMatchObject({
      tipo: 'recusada',
      http: 0,
      mensagem: 'O endereço não é público, e não foi chamado.',
    })
    expect(pedidos.length).toBe(chamadas)
  })
})
