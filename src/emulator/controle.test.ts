import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { Palco, test } from '#test/emulador.ts'
import { Acaso } from './acaso.ts'
import { jsonMeta } from './json-meta.ts'

const ANA = '+5511987654321'
const BIA = '+5531987654322'
const rota = (telefone: string) => `/telefones/${encodeURIComponent(telefone)}`
const texto = (corpo: string) => ({ tipo: 'texto', texto: corpo })

describe('the control of the phones', () => {
  test('lists them, latest first, with names and unread, and people who have none yet', async ({ palco }) => {
    const registro = [
      { telefone: ANA, nome: 'Ana Souza' },
      { telefone: '+5511911112222', nome: 'Caio Lima' },
    ]
    await palco.abrir({
      nomes: async () => new Map(registro.map(({ telefone, nome }) => [telefone, nome])),
      procurar: async () => registro,
    })
    await palco.controle('POST', `${rota(ANA)}/mensagens`, texto('Oi'))
    await palco.controle('POST', `${rota(BIA)}/mensagens`, texto('Bom dia'))
    const { corpo } = await palco.controle('GET', '/telefones')
    expect(corpo.data).toMatchObject([
      { telefone: BIA, nome: null, ultima: { texto: 'Bom dia', direcao: 'cliente' } },
      { telefone: ANA, nome: 'Ana Souza' },
      { telefone: '+5511911112222', nome: 'Caio Lima', ultima: null },
    ])
  })

  test('finds one by name without accents or by digits', async ({ palco }) => {
    await palco.abrir({
      nomes: async ([telefone]) => new Map([[telefone!, telefone === ANA ? 'Antônia Gonçalves' : 'Beto']]),
    })
    for (const telefone of [ANA, BIA]) await palco.controle('POST', `${rota(telefone)}/mensagens`, texto('Oi'))
    const buscar = async (busca: string) =>
      (await palco.controle('GET', `/telefones?busca=${encodeURIComponent(busca)}`)).corpo.data.map(
        ({ telefone }: { telefone: string }) => telefone,
      )
    expect(await buscar('antonia gonc')).toEqual([ANA])
    expect(await buscar('98765-4322')).toEqual([BIA])
    expect(await buscar('ninguém')).toEqual([])
  })

  test('one phone: its messages, switches and webhooks with what the application answered', async ({ palco }) => {
    await palco.abrir()
    await palco.controle('POST', `${rota(ANA)}/mensagens`, texto('Oi'))
    await palco.emulador.idle()
    const { corpo } = await palco.controle('GET', rota(ANA))
    expect(corpo).toMatchObject({
      telefone: ANA,
      wa_id: '5511987654321',
      janela_ate: '2026-11-25T13:00:00.000Z',
      ajustes: { entrega: true, semNono: null },
      mensagens: [{ texto: 'Oi', direcao: 'cliente' }],
      webhooks: [{ titulo: 'messages · text', resumo: '“Oi”', resposta: 200, duracaoMs: expect.any(Number) }],
    })
  })

  test('the switches change what the phone does', async ({ palco }) => {
    await palco.abrir()
    const ajustes = { semNono: true, resposta: { tipo: 'recusa', codigo: 131026 }, atrasoWebhookMs: 3000 }
    expect((await palco.controle('PATCH', rota(ANA), ajustes)).corpo).toMatchObject({ wa_id: '551187654321', ajustes })
    const envio = await palco.cliente().enviarTexto({ para: ANA, texto: 'Oi', referencia: 'r' })
    expect(envio).toMatchObject({ tipo: 'recusada', erro: { codigo: 131026, tipo: 'parar_cliente' } })
    await palco.controle('POST', `${rota(ANA)}/mensagens`, texto('Oi'))
    await palco.emulador.idle()
    expect(palco.mensagens).toHaveLength(0)
    await palco.passar(3_000)
    expect(palco.mensagens).toHaveLength(1)
  })

  test('refuses what makes no sense, with a sentence', async ({ palco }) => {
    await palco.abrir()
    for (const [caminho, corpo, http] of [
      ['/telefones/abc/mensagens', texto('Oi'), 422],
      [`${rota(ANA)}/mensagens`, texto(''), 422],
      [`${rota(ANA)}/mensagens`, { tipo: 'botao', wamid: 'x', botao: 'y' }, 409],
      [`${rota(ANA)}/mensagens`, { tipo: 'nada' }, 422],
      ['/nada', {}, 404],
    ] as const) {
      const resposta = await palco.controle('POST', caminho, corpo)
      expect([caminho, resposta.http]).toEqual([caminho, http])
      expect(resposta.corpo.message).toMatch(/\S/)
    }
  })

  test('the state of the account and the chaos can be turned from outside', async ({ palco }) => {
    await palco.abrir()
    const { corpo } = await palco.controle('PATCH', '/estado', {
      situacao: 368,
      caos: { duplicar: 0.2 },
      leSozinho: false,
    })
    expect(corpo.chaves).toMatchObject({ situacao: 368, leSozinho: false, caos: { duplicar: 0.2, erro5xx: 0 } })
    expect((await palco.controle('PATCH', '/estado', { situacao: 1 })).http).toBe(422)
  })

  test('tells of changes as they happen', async ({ palco }) => {
    await palco.abrir()
    const fim = new AbortController()
    const resposta = await fetch(`${palco.base}/api/eventos`, { signal: fim.signal })
    const leitor = resposta.body!.pipeThrough(new TextDecoderStream()).getReader()
    await leitor.read()
    await palco.emulador.recebidas.receber(ANA, { tipo: 'texto', texto: 'Oi' })
    expect((await leitor.read()).value).toContain('551187654321')
    fim.abort()
  })

  test('tells which hints a text would get, so that somebody can try words out', async ({ palco }) => {
    await palco.abrir()
    const perguntar = (corpo: object) =>
      fetch(`${palco.base}/api/intencoes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(corpo),
      })
    expect(await (await perguntar({ texto: 'pago dia 10', dia: '2026-11-18' })).json()).toEqual({
      data: [{ intencao: 'paga_em', trecho: 'pago dia 10', dia: '2026-12-10', valor: null }],
    })
    expect((await perguntar({ texto: 'oi', dia: '31/02' })).status).toBe(422)
  })

  test.for(['', '/intencoes'])('the page %s and its files need no inline script', async (caminho, { palco }) => {
    await palco.abrir()
    const pagina = await fetch(`${palco.base}${caminho}`)
    const html = await pagina.text()
    expect(pagina.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(html).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=/)
    for (const [, arquivo] of html.matchAll(/(?:src|href)="\/emulador\/(page\/[^"]+)"/g)) {
      expect((await fetch(`${palco.base}/${arquivo}`)).status).toBe(200)
    }
  })
})

describe('the file', () => {
  test('keeps phones, conversations, templates and what is under way over a restart', async () => {
    const arquivo = join(mkdtempSync(join(tmpdir(), 'emulador-')), 'sub', 'emulador.json')
    const antes = await new Palco().abrir({ arquivo })
    await antes.aprovado('lembrete', 'Olá, a sua conta vence amanhã.')
    await antes.emulador.recebidas.receber(ANA, { tipo: 'texto', texto: 'Oi' })
    const envio = await antes.cliente().enviarTexto({ para: ANA, texto: 'Olá', referencia: 'r1' })
    antes.respostas.push(503)
    await antes.emulador.recebidas.receber(BIA, { tipo: 'texto', texto: 'não entregue' })
    await antes.fechar()

    const depois = await new Palco().abrir({ arquivo })
    expect(depois.emulador.aparelho(ANA).mensagens.map((m) => m.texto)).toEqual(['Oi', 'Olá'])
    expect(depois.emulador.modelos.todos).toMatchObject([{ name: 'lembrete', status: 'APPROVED' }])
    for (let i = 0; i < 6; i++) await depois.passar(10_000)
    const wamid = envio.tipo === 'aceita' ? envio.wamid : ''
    expect(depois.status.filter(({ id }) => id === wamid).map(({ status }) => status)).toEqual([
      'sent',
      'delivered',
      'read',
    ])
    expect(depois.mensagens.map(({ text }) => text?.body)).toContain('não entregue')
    await depois.fechar()
  })

  test('that cannot be read is put aside', async () => {
    const arquivo = join(mkdtempSync(join(tmpdir(), 'emulador-')), 'emulador.json')
    writeFileSync(arquivo, '{"versao":1,')
    const palco = await new Palco().abrir({ arquivo })
    expect(readFileSync(`${arquivo}.ilegivel`, 'utf8')).toBe('{"versao":1,')
    await palco.fechar()
  })
})

describe('memory', () => {
  test('stores a limited number of messages per phone and of phones', async ({ palco }) => {
    await palco.abrir({ limites: { mensagensPorAparelho: 5, aparelhos: 3 } })
    for (let i = 0; i < 8; i++) await palco.emulador.recebidas.receber(ANA, { tipo: 'texto', texto: String(i) })
    expect(palco.emulador.aparelho(ANA).mensagens.map((m) => m.texto)).toEqual(['3', '4', '5', '6', '7'])
    for (let i = 0; i < 3; i++)
      await palco.emulador.recebidas.receber(`+55119${70_000_000 + i}`, { tipo: 'texto', texto: 'Oi' })
    expect(palco.emulador.aparelho(ANA).mensagens).toEqual([])
  })
})

describe('people who answer by themselves', () => {
  test('read, and answer now and then, the same ones from the same seed', async () => {
    const ouvir = async () => {
      const palco = await new Palco().abrir({ personagens: true, semente: 7 })
      await palco.aprovado('lembrete', 'Olá, a sua conta vence amanhã.')
      const cliente = palco.cliente()
      for (let i = 0; i < 60; i++) {
        const para = `+55119${80_000_000 + i * 37}`
        await cliente.enviarModelo({ para, nome: 'lembrete', idioma: 'pt_BR', parametros: [], referencia: `${i}` })
      }
      for (let i = 0; i < 100; i++) await palco.passar(60_000)
      const ditas = palco.mensagens.map(({ from, text }) => `${from} ${text?.body}`).sort()
      const lidas = palco.status.filter(({ status }) => status === 'read').length
      await palco.fechar()
      return { ditas, lidas }
    }
    const [uma, outra] = [await ouvir(), await ouvir()]
    expect(uma).toEqual(outra)
    expect(uma.ditas.length).toBeGreaterThan(5)
    expect(uma.ditas.length).toBeLessThan(40)
    expect(uma.lidas).toBeGreaterThan(25)
  })

  test('asked whose the phone is, tap Sim, Não sou eu, or wonder who it is', async () => {
    const palco = await new Palco().abrir({ personagens: true, semente: 7 })
    const botoes = ['Sim', 'Não sou eu'].map((um) => ({ tipo: 'resposta' as const, texto: um }))
    const partes = { cabecalho: null, botoes }
    const cliente = palco.cliente()
    const modelo = {
      nome: 'pergunta',
      idioma: 'pt_BR',
      categoria: 'UTILITY' as const,
      texto: 'Este WhatsApp é seu mesmo?',
    }
    await cliente.criarModelo({ ...modelo, exemplos: [], partes })
    await palco.passar(2_000)
    const enviadas = { cabecalho: null, botoes: botoes.map((um) => ({ ...um, retorno: um.texto })) }
    for (let i = 0; i < 60; i++) {
      const para = `+55119${80_000_000 + i * 37}`
      await cliente.enviarModelo({
        para,
        nome: 'pergunta',
        idioma: 'pt_BR',
        parametros: [],
        partes: enviadas,
        referencia: `${i}`,
      })
    }
    for (let i = 0; i < 100; i++) await palco.passar(60_000)
    const ditas = palco.mensagens.map(({ button, text }) => button?.text ?? text?.body ?? '')
    const quantas = (dita: RegExp) => ditas.filter((uma) => dita.test(uma)).length
    expect(quantas(/^Sim$/)).toBeGreaterThan(15)
    expect(quantas(/^Não sou eu$/)).toBeGreaterThan(0)
    expect(quantas(/\?$/)).toBeGreaterThan(0)
    expect(ditas.length).toBeLessThan(60)
    await palco.fechar()
  })

  test('are silent unless asked for', async ({ palco }) => {
    await palco.abrir()
    await palco.aprovado('lembrete', 'Olá, a sua conta vence amanhã.')
    for (let i = 0; i < 30; i++) {
      const para = `+55119${80_000_000 + i * 37}`
      await palco
        .cliente()
        .enviarModelo({ para, nome: 'lembrete', idioma: 'pt_BR', parametros: [], referencia: `${i}` })
    }
    await palco.passar(600_000)
    expect(palco.mensagens).toEqual([])
  })
})

describe('a customer', () => {
  const falar = async (palco: Palco, corpo: object) =>
    (await palco.controle('POST', `${rota(ANA)}/mensagens`, corpo)).corpo

  test('sends a place and a contact, corrects a text and takes it back', async ({ palco }) => {
    await palco.abrir()
    const { wamid } = await falar(palco, texto('Oi'))
    await falar(palco, { tipo: 'lugar', latitude: -23.55, longitude: -46.63, nome: 'Praça' })
    await falar(palco, { tipo: 'contato', nome: 'Bia Lima', telefone: BIA })
    expect(await falar(palco, { tipo: 'edicao', wamid, texto: 'Olá' })).toMatchObject({
      texto: 'Olá',
      mudada: 'editada',
    })
    expect(await falar(palco, { tipo: 'apagamento', wamid })).toMatchObject({ texto: '', mudada: 'apagada' })
    expect(await falar(palco, { tipo: 'edicao', wamid, texto: 'De novo' })).toEqual({
      message: 'Esta mensagem já foi apagada.',
    })
    await palco.emulador.idle()
    expect(palco.mensagens.slice(1)).toMatchObject([
      { type: 'location', location: { latitude: -23.55, name: 'Praça' } },
      { type: 'contacts', contacts: [{ phones: [{ wa_id: '5531987654322' }] }] },
      { type: 'edit', edit: { original_message_id: wamid, message: { type: 'text', text: { body: 'Olá' } } } },
      { type: 'revoke', revoke: { original_message_id: wamid } },
    ])
  })

  test('changes number: WhatsApp reports it, and the old one leaves WhatsApp', async ({ palco }) => {
    await palco.abrir()
    await falar(palco, texto('Oi'))
    const antes = palco.emulador.aparelho(ANA).bsuid
    const novo = '+5511933334444'
    const { corpo } = await palco.controle('POST', `${rota(ANA)}/numero`, { novo })
    expect(corpo).toMatchObject({ telefone: novo, mensagens: [{ texto: 'Oi' }] })
    await palco.emulador.idle()
    const { bsuid } = palco.emulador.aparelho(novo)
    expect(palco.mensagens.at(-1)).toMatchObject({
      type: 'system',
      from: '5511987654321',
      system: { type: 'user_changed_number', wa_id: '5511933334444' },
    })
    expect(palco.valores('user_id_update')).toMatchObject([
      { user_id_update: [{ user_id: { previous: antes, current: bsuid } }] },
    ])
    expect((await palco.controle('POST', `${rota(BIA)}/numero`, { novo })).http).toBe(409)
    await palco.cliente().enviarTexto({ para: ANA, texto: 'Oi', referencia: 'a' })
    await palco.passar(60_000)
    expect(palco.status).toMatchObject([{ status: 'failed', errors: [{ code: 131026 }] }])
  })
})

describe('small things', () => {
  test('JSON as Meta writes it is the same JSON', () => {
    const valor = { a: 'ção / 😀 "x" \u2028', b: [1, null, '\u007f'] }
    expect(JSON.parse(jsonMeta(valor))).toEqual(valor)
    expect(jsonMeta(valor)).toMatch(/^[\x20-\x7e]+$/)
  })
  test('chance is the same from the same seed, and spread evenly enough', () => {
    const [um, dois] = [new Acaso('x'), new Acaso('x')]
    const sorteios = Array.from({ length: 10_000 }, () => um.proximo())
    expect(Array.from({ length: 10_000 }, () => dois.proximo())).toEqual(sorteios)
    const media = sorteios.reduce((soma, x) => soma + x, 0) / sorteios.length
    expect(Math.abs(media - 0.5)).toBeLessThan(0.02)
  })
})
