import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { lerPix } from '#domain/brcode.ts'
import { CLIENTE_PADRAO, criarPsp, type OpcoesPsp, type Psp } from '#emulator/pix/psp.ts'
import { AgendadorManual } from '../agendador.ts'
import { quebrasDaTrocaPix, quebrasDoAviso, type TrocaPix } from './contrato.ts'

const CHAVE = '11222333000181'
const TXID = 'MB20261001P1aQ7xK2mV9nC4tR8w'
const OUTRO = 'MB20261002P1bW3eF6gH1jL5pZ0s'
const DEVEDOR = { cnpj: '77888999000181', nome: 'PADARIA EXEMPLO DO BAIRRO LTDA' }
const COB = { calendario: { expiracao: 3600 }, valor: { original: '249.90' }, chave: CHAVE }
const COBV = {
  calendario: { dataDeVencimento: '2026-12-10', validadeAposVencimento: 30 },
  devedor: DEVEDOR,
  valor: {
    original: '500.00',
    multa: { modalidade: 2, valorPerc: '2.00' },
    juros: { modalidade: 3, valorPerc: '1.00' },
  },
  chave: CHAVE,
}
const TUDO = 'inicio=2026-11-01T00:00:00Z&fim=2027-12-31T00:00:00Z'

/** A PSP and a receiver on real ports, with time moved by the test; all traffic is validated at the end. */
class Palco {
  readonly agendador = new AgendadorManual()
  readonly trocas: TrocaPix[] = []
  readonly avisos: unknown[] = []
  /** The receiver's next answers; 200 when none is left. */
  readonly respostas: number[] = []
  agora = new Date('2026-11-24T13:00:00.000Z')
  psp!: Psp
  base = ''
  receptor = ''
  token = ''
  readonly #apps: FastifyInstance[] = []

  async abrir(opcoes: Partial<OpcoesPsp> = {}) {
    const receptor = Fastify()
    receptor.post('/segredo/pix', async (pedido, resposta) => {
      const http = this.respostas.shift() ?? 200
      if (http === 200) this.avisos.push(pedido.body)
      return resposta.status(http).send()
    })
    this.receptor = `${await this.#ouvir(receptor)}/segredo`
    this.psp = criarPsp({
      relogio: { agora: () => this.agora },
      agendador: this.agendador,
      semente: 1,
      chaves: [CHAVE],
      ...opcoes,
    })
    const app = Fastify()
    await app.register(this.psp.plugin, { prefix: '/api/v2' })
    this.base = `${await this.#ouvir(app)}/api/v2`
    this.token = (await this.entrar()).access_token
    return this
  }

  async #ouvir(app: FastifyInstance) {
    this.#apps.push(app)
    return app.listen({ host: '127.0.0.1', port: 0 })
  }

  async entrar(corpo: Record<string, string> = {}, init: RequestInit = {}) {
    const { id, segredo } = CLIENTE_PADRAO
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...corpo })
    const headers = { authorization: `Basic ${Buffer.from(`${id}:${segredo}`).toString('base64')}` }
    const resposta = await fetch(`${this.base}/oauth/token`, { method: 'POST', headers, body, ...init })
    return {
      http: resposta.status,
      ...((await resposta.json()) as { access_token: string; expires_in: number; scope: string }),
    }
  }

  async chamar(metodo: string, caminho: string, corpo?: unknown) {
    const resposta = await fetch(`${this.base}${caminho}`, {
      method: metodo,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(corpo === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(corpo === undefined ? {} : { body: JSON.stringify(corpo) }),
    })
    const texto = await resposta.text()
    const json =
      texto === '' ? undefined : resposta.headers.get('content-type')?.includes('json') ? JSON.parse(texto) : texto
    const problema = resposta.headers.get('content-type')?.includes('problem')
    if (resposta.ok || problema)
      this.trocas.push({ metodo, caminho: caminho.split('?')[0]!, corpo, http: resposta.status, resposta: json })
    return { http: resposta.status, json, cabecalhos: resposta.headers }
  }

  /** The clock moves, and the receiver signs in again. */
  async irPara(instante: string) {
    this.agora = new Date(instante)
    this.token = (await this.entrar()).access_token
  }

  async fechar() {
    await this.psp.fechar()
    await Promise.all(this.#apps.map((app) => app.close()))
  }
}

let palco: Palco
beforeEach(async () => {
  palco = await new Palco().abrir()
})
afterEach(async () => {
  await palco.fechar()
  expect(palco.trocas.flatMap(quebrasDaTrocaPix)).toEqual([])
  expect(palco.avisos.flatMap(quebrasDoAviso)).toEqual([])
})

const problema = (tipo: string) => ({ json: { type: `https://pix.bcb.gov.br/api/v2/error/${tipo}` } })

describe('the token', () => {
  test('comes by Basic, by form or by JSON, for the scopes asked', async () => {
    const { id, segredo } = CLIENTE_PADRAO
    const campos = {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: segredo,
      scope: 'cob.read pix.read',
    }
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(campos) }
    for (const init of [{}, { headers: {}, body: new URLSearchParams(campos) }, json])
      expect(await palco.entrar({ scope: 'cob.read pix.read' }, init)).toMatchObject({
        http: 200,
        scope: 'cob.read pix.read',
        expires_in: 3600,
      })
  })

  test('is not given for a wrong secret, another grant, or a scope not granted', async () => {
    const errado = { headers: { authorization: `Basic ${Buffer.from('empresa:x').toString('base64')}` } }
    expect(await palco.entrar({}, errado)).toMatchObject({ http: 401, error: 'invalid_client' })
    expect(await palco.entrar({ grant_type: 'password' })).toMatchObject({ http: 400, error: 'unsupported_grant_type' })
    expect(await palco.entrar({ scope: 'rec.write' })).toMatchObject({ http: 400, error: 'invalid_scope' })
  })

  test('ends, can be forgotten, and opens only its scopes', async () => {
    expect((await palco.chamar('GET', `/cob?${TUDO}`)).http).toBe(200)
    palco.agora = new Date('2026-11-24T14:00:00.000Z')
    expect((await palco.chamar('GET', `/cob?${TUDO}`)).http).toBe(401)
    palco.token = (await palco.entrar({ scope: 'cob.read' })).access_token
    expect(await palco.chamar('PUT', `/cob/${TXID}`, COB)).toMatchObject({ http: 403, ...problema('AcessoNegado') })
    palco.psp.acesso.esquecer()
    expect((await palco.chamar('GET', `/cob?${TUDO}`)).http).toBe(401)
  })
})

describe('an immediate charge', () => {
  test('is made, read, revised, listed and taken back; its code can be paid', async () => {
    const { http, json } = await palco.chamar('PUT', `/cob/${TXID}`, {
      ...COB,
      devedor: DEVEDOR,
      solicitacaoPagador: 'NF 1',
    })
    expect(http).toBe(201)
    expect(json).toMatchObject({ txid: TXID, revisao: 0, status: 'ATIVA', calendario: { expiracao: 3600 } })
    expect(lerPix(json.pixCopiaECola)).toMatchObject({ forma: 'dinamico', url: json.location, avisos: [] })
    await palco.chamar('PATCH', `/cob/${TXID}`, { valor: { original: '300.00' } })
    expect((await palco.chamar('GET', `/cob/${TXID}`)).json).toMatchObject({
      revisao: 1,
      valor: { original: '300.00' },
      devedor: DEVEDOR,
    })
    expect((await palco.chamar('GET', `/cob/${TXID}?revisao=0`)).json).toMatchObject({
      revisao: 0,
      valor: { original: '249.90' },
    })
    expect((await palco.chamar('PUT', `/cob/${TXID}`, COB)).json).toMatchObject({ revisao: 2 })
    expect((await palco.chamar('GET', `/cob?${TUDO}&cnpj=${DEVEDOR.cnpj}`)).json.cobs).toHaveLength(0)
    expect((await palco.chamar('GET', `/cob?${TUDO}&status=ATIVA`)).json.cobs).toHaveLength(1)
    expect(
      await palco.chamar('PATCH', `/cob/${TXID}`, {
        status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
        valor: { original: '1.00' },
      }),
    ).toMatchObject({ http: 400 })
    expect(
      (await palco.chamar('PATCH', `/cob/${TXID}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })).json,
    ).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
    expect(await palco.chamar('PUT', `/cob/${TXID}`, COB)).toMatchObject({
      http: 400,
      ...problema('CobOperacaoInvalida'),
    })
  })

  test.each([
    ['a short txid', 'curto', COB],
    ['no money', TXID, { ...COB, valor: { original: '0.00' } }],
    ['money otherwise written', TXID, { ...COB, valor: { original: '10,00' } }],
    ['a key that is not ours', TXID, { ...COB, chave: 'a@b.example' }],
    ['two documents', TXID, { ...COB, devedor: { ...DEVEDOR, cpf: '52998224725' } }],
    ['nothing', TXID, {}],
    ['a location that is not', TXID, { ...COB, loc: { id: 99, tipoCob: 'cob' } }],
  ])('is refused for %s', async (_, txid, corpo) => {
    const { http, json } = await palco.chamar('PUT', `/cob/${txid}`, corpo)
    expect(http).toBeGreaterThanOrEqual(400)
    expect(json.type).toMatch(/^https:\/\/pix\.bcb\.gov\.br\/api\/v2\/error\//)
  })

  test('that is unknown is 404, and one asked for by a wrong day 400', async () => {
    expect(await palco.chamar('GET', `/cob/${TXID}`)).toMatchObject({ http: 404, ...problema('CobNaoEncontrado') })
    expect(await palco.chamar('GET', '/cob?inicio=ontem')).toMatchObject({
      http: 400,
      ...problema('CobConsultaInvalida'),
    })
  })
})

describe('a charge with due date', () => {
  test('asks what the day of payment asks, and moves over days without business', async () => {
    // 2026-12-25 is a holiday, then a weekend: due on the 28th, paid until 2027-01-04 with four days of validity.
    const natal = { ...COBV, calendario: { dataDeVencimento: '2026-12-25', validadeAposVencimento: 4 } }
    expect((await palco.chamar('PUT', `/cobv/${TXID}`, natal)).json).toMatchObject({
      status: 'ATIVA',
      recebedor: { cnpj: CHAVE },
    })
    await palco.irPara('2026-12-28T13:00:00.000Z')
    expect(palco.psp.pagar(TXID, { aForca: true })).toMatchObject({
      valor: '500.00',
      componentesValor: { original: { valor: '500.00' } },
    })
    await palco.chamar('PUT', `/cobv/${OUTRO}`, {
      ...natal,
      calendario: { ...natal.calendario, dataDeVencimento: '2026-12-28' },
    })
    await palco.irPara('2027-01-04T13:00:00.000Z')
    expect(palco.psp.pagar(OUTRO)).toMatchObject({
      valor: '511.17',
      componentesValor: { multa: { valor: '10.00' }, juros: { valor: '1.17' } },
    })
    expect((await palco.chamar('GET', `/cobv/${OUTRO}`)).json).toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ valor: '511.17' }],
    })
  })

  test('is not paid after its last day, nor twice, unless the payer’s bank does all the same', async () => {
    await palco.chamar('PUT', `/cobv/${TXID}`, {
      ...COBV,
      calendario: { dataDeVencimento: '2026-11-24', validadeAposVencimento: 0 },
    })
    await palco.irPara('2026-11-25T13:00:00.000Z')
    expect(() => palco.psp.pagar(TXID)).toThrow(/prazo/)
    palco.psp.pagar(TXID, { aForca: true })
    expect(() => palco.psp.pagar(TXID)).toThrow(/CONCLUIDA/)
    palco.psp.pagar(TXID, { aForca: true })
    expect((await palco.chamar('GET', `/pix?${TUDO}&txid=${TXID}`)).json.pix).toHaveLength(2)
  })

  test('with a discount until a date', async () => {
    const desconto = { modalidade: 2, descontoDataFixa: [{ data: '2026-11-26', valorPerc: '5.00' }] }
    await palco.chamar('PUT', `/cobv/${TXID}`, { ...COBV, valor: { original: '1200.00', desconto } })
    await palco.chamar('PUT', `/cobv/${OUTRO}`, { ...COBV, valor: { original: '1200.00', desconto } })
    expect(palco.psp.pagar(TXID)).toMatchObject({
      valor: '1140.00',
      componentesValor: { desconto: { valor: '60.00' } },
    })
    await palco.irPara('2026-11-27T13:00:00.000Z')
    expect(palco.psp.pagar(OUTRO)).toMatchObject({ valor: '1200.00' })
  })

  test.each([
    ['a day gone by', { calendario: { dataDeVencimento: '2026-11-23' } }],
    ['no debtor', { devedor: undefined }],
    ['a negative validity', { calendario: { dataDeVencimento: '2026-12-10', validadeAposVencimento: -1 } }],
    ['a rebate of all', { valor: { original: '10.00', abatimento: { modalidade: 1, valorPerc: '10.00' } } }],
    [
      'a discount after the due day',
      {
        valor: {
          original: '10.00',
          desconto: { modalidade: 1, descontoDataFixa: [{ data: '2026-12-11', valorPerc: '1.00' }] },
        },
      },
    ],
    ['another charge’s txid', {}],
  ])('is refused for %s', async (motivo, outro) => {
    if (motivo.startsWith('another')) await palco.chamar('PUT', `/cob/${TXID}`, COB)
    expect(await palco.chamar('PUT', `/cobv/${TXID}`, { ...COBV, ...outro })).toMatchObject({
      http: 400,
      ...problema('CobVOperacaoInvalida'),
    })
  })
})

test('a location outlives its charge and serves another', async () => {
  const { json: location } = await palco.chamar('POST', '/loc', { tipoCob: 'cob' })
  await palco.chamar('PUT', `/cob/${TXID}`, { ...COB, loc: { id: location.id, tipoCob: 'cob' } })
  expect((await palco.chamar('GET', `/loc/${location.id}`)).json).toMatchObject({ txid: TXID })
  expect((await palco.chamar('PUT', `/cob/${OUTRO}`, { ...COB, loc: { id: location.id, tipoCob: 'cob' } })).http).toBe(
    400,
  )
  await palco.chamar('DELETE', `/loc/${location.id}/txid`)
  expect(
    (await palco.chamar('PUT', `/cob/${OUTRO}`, { ...COB, loc: { id: location.id, tipoCob: 'cob' } })).json.location,
  ).toBe(location.location)
  expect(await palco.chamar('GET', '/loc/77')).toMatchObject({ http: 404, ...problema('PayloadLocationNaoEncontrado') })
})

describe('received Pix', () => {
  test('are listed by period, txid and refund, page by page', async () => {
    for (let i = 0; i < 5; i++) palco.psp.pagarChave(CHAVE, 1_000 + i, i % 2 ? {} : { txid: `NF${i}` })
    const primeira = await palco.chamar('GET', `/pix?${TUDO}&paginacao.itensPorPagina=2`)
    expect(primeira.json).toMatchObject({
      pix: [{ valor: '10.00' }, { valor: '10.01' }],
      parametros: { paginacao: { paginaAtual: 0, quantidadeDePaginas: 3, quantidadeTotalDeItens: 5 } },
    })
    expect(
      (await palco.chamar('GET', `/pix?${TUDO}&paginacao.itensPorPagina=2&paginacao.paginaAtual=2`)).json.pix,
    ).toHaveLength(1)
    expect((await palco.chamar('GET', `/pix?${TUDO}&txIdPresente=true`)).json.pix).toHaveLength(3)
    expect(
      (await palco.chamar('GET', '/pix?inicio=2026-11-24T10:00:00-03:00&fim=2026-11-24T10:00:00-03:00')).json.pix,
    ).toHaveLength(5)
    expect(
      (await palco.chamar('GET', '/pix?inicio=2026-11-25T00:00:00Z&fim=2026-11-26T00:00:00Z')).json.pix,
    ).toHaveLength(0)
    expect(await palco.chamar('GET', `/pix?${TUDO}&paginacao.itensPorPagina=1001`)).toMatchObject({ http: 400 })
    expect(await palco.chamar('GET', '/pix/E00000000202611241300naohaeste00')).toMatchObject({
      http: 404,
      ...problema('PixNaoEncontrado'),
    })
  })

  test('go back in parts, within their value and ninety days, by the receiver or by force', async () => {
    const { endToEndId } = palco.psp.pagarChave(CHAVE, 10_000, { txid: 'NF1' })
    expect(endToEndId).toMatch(/^E[0-9A-Z]{8}\d{12}[a-zA-Z0-9]{11}$/)
    const devolver = (id: string, valor: string) => palco.chamar('PUT', `/pix/${endToEndId}/devolucao/${id}`, { valor })
    expect(await devolver('d1', '40.00')).toMatchObject({
      http: 201,
      json: { status: 'EM_PROCESSAMENTO', rtrId: expect.stringMatching(/^D.{31}$/) },
    })
    expect(await devolver('d1', '1.00')).toMatchObject({ http: 400, ...problema('PixDevolucaoInvalida') })
    expect((await devolver('d2', '60.01')).http).toBe(400)
    palco.agendador.avancar(2_000)
    expect((await palco.chamar('GET', `/pix/${endToEndId}/devolucao/d1`)).json).toMatchObject({ status: 'DEVOLVIDO' })
    palco.psp.devolverPeloMed(endToEndId, 6_000)
    expect((await palco.chamar('GET', `/pix?${TUDO}&devolucaoPresente=true`)).json.pix[0].devolucoes).toMatchObject([
      { natureza: 'ORIGINAL' },
      { natureza: 'MED_FRAUDE' },
    ])
    const velho = palco.psp.pagarChave(CHAVE, 100)
    await palco.irPara('2027-03-01T13:00:00.000Z')
    expect((await palco.chamar('PUT', `/pix/${velho.endToEndId}/devolucao/d1`, { valor: '1.00' })).json.detail).toMatch(
      /90 dias/,
    )
  })
})

describe('the webhook', () => {
  const registrar = () => palco.chamar('PUT', `/webhook/${CHAVE}`, { webhookUrl: palco.receptor })

  test('is one a key, and goes', async () => {
    await registrar()
    expect((await palco.chamar('GET', `/webhook/${CHAVE}`)).json).toMatchObject({
      chave: CHAVE,
      webhookUrl: palco.receptor,
    })
    expect((await palco.chamar('GET', '/webhook')).json.webhooks).toHaveLength(1)
    expect((await palco.chamar('DELETE', `/webhook/${CHAVE}`)).http).toBe(204)
    expect(await palco.chamar('GET', `/webhook/${CHAVE}`)).toMatchObject({
      http: 404,
      ...problema('WebhookNaoEncontrado'),
    })
    expect((await palco.chamar('PUT', '/webhook/a@b.example', { webhookUrl: palco.receptor })).http).toBe(400)
  })

  test('tells of each Pix with a txid, and again when a refund of it ends', async () => {
    await registrar()
    await palco.chamar('PUT', `/cob/${TXID}`, COB)
    palco.psp.pagarChave(CHAVE, 100)
    const { endToEndId } = palco.psp.pagar(TXID)
    await palco.psp.avisos.idle()
    expect(palco.avisos).toMatchObject([{ pix: [{ endToEndId, txid: TXID, valor: '249.90' }] }])
    palco.psp.devolverPeloMed(endToEndId, 100)
    palco.agendador.avancar(2_000)
    await palco.psp.avisos.idle()
    expect(palco.avisos[1]).toMatchObject({ pix: [{ endToEndId, devolucoes: [{ status: 'DEVOLVIDO' }] }] })
  })

  test('is tried again, ever more slowly, and then no more', async () => {
    await registrar()
    palco.respostas.push(500, 404, 503)
    palco.psp.pagarChave(CHAVE, 100, { txid: 'NF1' })
    for (const segundos of [0, 1, 5, 30]) {
      palco.agendador.avancar(segundos * 1000)
      await palco.psp.avisos.idle()
    }
    expect(palco.psp.avisos.feitos.map(({ tentativa, resposta }) => [tentativa, resposta])).toEqual([
      [1, 500],
      [2, 404],
      [3, 503],
      [4, 200],
    ])
    palco.respostas.push(...Array.from({ length: 6 }, () => 500))
    palco.psp.pagarChave(CHAVE, 200, { txid: 'NF2' })
    for (let i = 0; i < 10; i++) {
      await palco.psp.avisos.idle()
      palco.agendador.avancar(3_600_000)
    }
    await palco.psp.avisos.idle()
    expect(palco.psp.avisos.feitos).toHaveLength(4 + 6)
  })

  test('may be lost, repeated, or tell of what has no txid', async () => {
    await registrar()
    palco.psp.avisos.caos = { perder: 1, duplicar: 0, semTxid: false }
    palco.psp.pagarChave(CHAVE, 100, { txid: 'NF1' })
    palco.psp.avisos.caos = { perder: 0, duplicar: 1, semTxid: true }
    palco.psp.pagarChave(CHAVE, 200)
    await palco.psp.avisos.idle()
    expect(palco.avisos).toMatchObject([{ pix: [{ valor: '2.00' }] }, { pix: [{ valor: '2.00' }] }])
  })
})

describe('what goes wrong', () => {
  test('is as it was told to: status, page, silence after the work was done, delay', async () => {
    palco.psp.falhas.provocar({ como: 'status', http: 429, retryAfter: 7 })
    const negada = await palco.chamar('GET', `/pix?${TUDO}`)
    expect([negada.http, negada.cabecalhos.get('retry-after')]).toEqual([429, '7'])
    palco.psp.falhas.provocar({ como: 'pagina' })
    expect(await palco.chamar('GET', `/pix?${TUDO}`)).toMatchObject({
      http: 502,
      json: expect.stringMatching(/<html>/),
    })
    palco.psp.falhas.provocar({ como: 'sem_resposta' })
    await expect(palco.chamar('PUT', `/cob/${TXID}`, COB)).rejects.toThrow()
    expect((await palco.chamar('GET', `/cob/${TXID}`)).json).toMatchObject({ status: 'ATIVA' })
    palco.psp.falhas.provocar({ como: 'lenta', ms: 5_000 })
    const lenta = palco.chamar('GET', `/cob/${TXID}`)
    let respondeu = false
    void lenta.then(() => {
      respondeu = true
    })
    await palco.chamar('GET', `/cob/${TXID}`)
    expect(respondeu).toBe(false)
    palco.agendador.avancar(5_000)
    expect((await lenta).http).toBe(200)
  })

  test('without a client certificate nobody is accepted, where one is required', async () => {
    const exigente = new Palco()
    await exigente.abrir({ exigirCertificado: true })
    expect(await exigente.chamar('GET', `/pix?${TUDO}`)).toMatchObject({ http: 403, ...problema('AcessoNegado') })
    await exigente.fechar()
  })

  test('what is not JSON, and what is nowhere', async () => {
    expect(await palco.chamar('GET', '/lotecobv/1')).toMatchObject({ http: 404, ...problema('NaoEncontrado') })
    const resposta = await fetch(`${palco.base}/cob/${TXID}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${palco.token}`, 'content-type': 'application/json' },
      body: '{"valor"',
    })
    expect(resposta.status).toBe(400)
  })
})

test('started again with its clock set back, as a demonstration is, it gives no Pix the name of an earlier one', async () => {
  const pasta = mkdtempSync(join(tmpdir(), 'psp-'))
  const nomes = new Set<string>()
  for (let vez = 0; vez < 3; vez += 1) {
    const agora = () => new Date('2026-11-24T13:00:00.000Z')
    const psp = criarPsp({ relogio: { agora }, chaves: [CHAVE], arquivo: join(pasta, 'psp.json') })
    nomes.add(psp.pagarChave(CHAVE, 100).endToEndId)
    await psp.fechar()
  }
  rmSync(pasta, { recursive: true })
  expect(nomes.size).toBe(3)
})

test('what it remembers is taken up again from its file', async () => {
  const pasta = mkdtempSync(join(tmpdir(), 'psp-'))
  const arquivo = join(pasta, 'psp.json')
  const [antes, depois] = [new Palco(), new Palco()]
  await antes.abrir({ arquivo })
  await antes.chamar('PUT', `/cob/${TXID}`, COB)
  antes.psp.pagar(TXID)
  await antes.fechar()
  await depois.abrir({ arquivo })
  expect((await depois.chamar('GET', `/cob/${TXID}`)).json).toMatchObject({
    status: 'CONCLUIDA',
    pix: [{ valor: '249.90' }],
  })
  await depois.fechar()
  rmSync(pasta, { recursive: true })
})

test('a file cut short by a full disk or a power cut is set aside, and the bank starts without it', async () => {
  const pasta = mkdtempSync(join(tmpdir(), 'psp-'))
  onTestFinished(() => rmSync(pasta, { recursive: true }))
  const dita = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => dita.mockRestore())
  const arquivo = join(pasta, 'psp.json')
  writeFileSync(arquivo, '{"serie":1,"cobr')
  const palco = new Palco()
  await palco.abrir({ arquivo })
  expect((await palco.chamar('PUT', `/cob/${TXID}`, COB)).http).toBe(201)
  await palco.fechar()
  expect(dita).toHaveBeenCalledWith(expect.stringContaining(`${arquivo}.ilegivel`), expect.any(Error))
  expect(readFileSync(`${arquivo}.ilegivel`, 'utf8')).toBe('{"serie":1,"cobr')
  expect(JSON.parse(readFileSync(arquivo, 'utf8'))).toMatchObject({ cobrancas: { [TXID]: { status: 'ATIVA' } } })
})
