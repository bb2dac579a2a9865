import { describe, expect } from 'vitest'
import { peloSistema } from '#domain/causa.ts'
import { ATOS_POR_DIA } from '#domain/link.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import { comPolitica } from '#test/aceite.ts'
import { esperarAte } from '#test/espera.ts'
import { linha } from '#test/linha.ts'
import { enviar } from '#test/multipart.ts'
import { comPagamento } from '#test/pagamentos.ts'
import { cenario, cliente, linhasDaPagina } from '#test/pagina.ts'
import { comBanco, PIX } from '#test/psp.ts'
import { test } from '#test/world.ts'

// The world's day is Tuesday 24/11/2026, 10:00 in São Paulo.

describe('an act', () => {
  test('is a line to be read, a log entry, and no reply: no window, no queue, no other owner', async ({ world }) => {
    const ana = await world.criarOperador()
    const { pagina, id, contas, contatoId } = await cenario(world, { operador_id: ana.id, numero_chamadas: 3 })
    await pagina.entrar()
    const resposta = await pagina.chamar('POST', '/promessas', { contas, ate: '2026-11-27' })
    expect(resposta.statusCode, resposta.body).toBe(201)
    expect(resposta.json()).toMatchObject({
      origem: 'pagina',
      autor: null,
      status: 'pendente',
      ate: '2026-11-27',
      contas,
    })
    expect(await linhasDaPagina(world, id)).toEqual([
      {
        conteudo: expect.stringMatching(/^Prometeu pagar R\$\s.*até 27\/11\/2026\.$/),
        nao_lida: true,
        direcao: 'recebida',
      },
    ])
    expect(await cliente(world, id)).toEqual({
      status: 'ativo',
      operador_id: ana.id,
      aguardando_motivo: null,
      nao_lidas: 1,
      numero_chamadas: 0,
    })
    const { janela_ate } = await linha(world, 'contato', contatoId)
    expect(janela_ate).toBeNull()
    const admin = await world.criarAdmin()
    expect((await world.chamar(admin, 'GET', '/api/admin/dashboard')).json().mensagens_recebidas).toBe(0)
    const log = (await world.chamar(admin, 'GET', '/api/admin/logs')).json().data
    expect(log.some((um: { acao: string }) => um.acao === 'promessa.registrar')).toBe(true)
  })

  test('that asks for a person, or disputes, goes to the queue as a reply and keeps the reason of whoever waits', async ({
    world,
  }) => {
    const um = await cenario(world)
    await um.pagina.entrar()
    expect((await um.pagina.chamar('POST', '/falar', { texto: 'Quero negociar' })).statusCode).toBe(204)
    expect(await cliente(world, um.id)).toMatchObject({
      status: 'aguardando_atendimento',
      aguardando_motivo: 'pediu_pessoa',
    })
    const aberta = await um.pagina.chamar('POST', '/contestacoes', {
      contas: um.contas,
      motivo: 'nao_reconheco',
      texto: 'Não comprei',
    })
    expect(aberta.statusCode, aberta.body).toBe(201)
    expect(aberta.json()).toMatchObject({ status: 'aberta', origem: 'pagina', autor: null, texto: 'Não comprei' })
    expect((await cliente(world, um.id)).aguardando_motivo).toBe('pediu_pessoa')
    const outro = await cenario(world, { status: 'pausado' })
    await outro.pagina.entrar()
    await outro.pagina.chamar('POST', '/contestacoes', { contas: outro.contas, motivo: 'valor' })
    expect(await cliente(world, outro.id)).toMatchObject({
      status: 'aguardando_atendimento',
      aguardando_motivo: 'contestou',
    })
  })

  test('brings a photo, which the operator and the customer open', async ({ world }) => {
    const ana = await world.criarOperador()
    const { pagina, id, contas } = await cenario(world, { operador_id: ana.id })
    await pagina.entrar()
    const foto = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200)])
    const resposta = await enviar(
      world,
      null,
      `/api/publico/c/${pagina.token}/contestacoes`,
      {
        campo: 'arquivo',
        nome: 'recibo.jpg',
        conteudo: foto,
        extra: { contas: String(contas[0]), motivo: 'ja_paguei' },
      },
      { cookie: pagina.cookie },
    )
    expect(resposta.statusCode, resposta.body).toBe(201)
    const { arquivo_url, id: qual } = resposta.json()
    expect(arquivo_url).toBe(`/api/publico/c/${pagina.token}/contestacoes/${qual}/arquivo`)
    expect((await pagina.chamar('GET', `/contestacoes/${qual}/arquivo`)).rawPayload).toEqual(foto)
    const deles = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/contestacoes`)).json().data
    expect((await world.chamar(ana, 'GET', deles[0].arquivo_url)).rawPayload).toEqual(foto)
    const alheia = await cenario(world)
    await alheia.pagina.entrar()
    expect((await alheia.pagina.chamar('GET', `/contestacoes/${qual}/arquivo`)).statusCode).toBe(404)
  })

  test('gives a code, the same one again; another customer’s accounts are refused', async ({ world }) => {
    await world.chamar(await world.criarAdmin(), 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
    const { pagina, contas } = await cenario(world)
    const alheia = await cenario(world)
    await pagina.entrar()
    const feito = await pagina.chamar('POST', '/codigos', { contas })
    expect(feito.statusCode, feito.body).toBe(201)
    expect((await pagina.chamar('POST', '/codigos', { contas })).statusCode).toBe(200)
    for (const [caminho, corpo] of [
      ['/codigos', {}],
      ['/promessas', { ate: '2026-11-27' }],
      ['/contestacoes', { motivo: 'valor' }],
    ] as const)
      expect((await pagina.chamar('POST', caminho, { ...corpo, contas: alheia.contas })).statusCode).toBe(422)
  })

  test('after two promises that were not kept, or a dispute answered, is for a person; owing nothing forgets them', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const { pagina, id, contas } = await cenario(world, { operador_id: ana.id }, [{}, {}, {}])
    await pagina.entrar()
    const prometer = (qual: number) =>
      pagina.chamar('POST', '/promessas', { contas: [contas[qual]], ate: '2026-11-27' })
    for (const qual of [0, 1]) expect((await prometer(qual)).statusCode).toBe(201)
    await world.db.updateTable('promessa').set({ status: 'quebrada', encerrada_em: world.relogio.agora() }).execute()
    await world.db.updateTable('promessa_conta').set({ pendente: false }).execute()
    expect((await prometer(2)).json().codigo).toBe('fale_com_a_empresa')
    const { id: qual } = (await pagina.chamar('POST', '/contestacoes', { contas: [contas[0]], motivo: 'valor' })).json()
    await world.chamar(ana, 'PATCH', `/api/operador/clientes/${id}/contestacoes/${qual}`, {
      status: 'improcedente',
      resposta: 'Está certo.',
    })
    expect((await pagina.chamar('POST', '/contestacoes', { contas: [contas[0]], motivo: 'valor' })).json().codigo).toBe(
      'fale_com_a_empresa',
    )
    expect((await pagina.chamar('POST', '/contestacoes', { contas: [contas[1]], motivo: 'valor' })).statusCode).toBe(
      201,
    )
    world.relogio.passar({ segundos: 5 })
    const situar = (situacao: 'aberta' | 'cancelada') =>
      world.db.transaction().execute(async (trx) => {
        await trx.updateTable('conta').set({ situacao }).where('id', '=', contas[2]!).execute()
        if (situacao === 'cancelada')
          await trx.updateTable('conta').set({ situacao }).where('cliente_id', '=', id).execute()
        await reconciliar(trx, [id], peloSistema(world.relogio.agora()))
      })
    await situar('cancelada')
    world.relogio.passar({ segundos: 5 })
    await situar('aberta')
    expect((await prometer(2)).statusCode).toBe(201)
  })

  test('of another site is refused; the twenty-first of a day as well; each key once', async ({ world }) => {
    const { pagina, id } = await cenario(world)
    await pagina.entrar()
    const falar = (headers = {}) => pagina.chamar('POST', '/falar', {}, headers)
    for (const headers of [{ origin: 'https://outro.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await falar(headers)).statusCode).toBe(403)
    expect(await linhasDaPagina(world, id)).toEqual([])
    const daqui = { origin: world.servicos.origem, 'sec-fetch-site': 'same-origin' }
    for (let i = 0; i < 3; i += 1) expect((await falar({ ...daqui, 'idempotency-key': 'um' })).statusCode).toBe(204)
    expect(await linhasDaPagina(world, id)).toHaveLength(1)
    for (let i = 1; i < 20; i += 1) expect((await falar()).statusCode).toBe(204)
    expect((await falar()).statusCode).toBe(429)
    expect(await linhasDaPagina(world, id)).toHaveLength(20)
    world.relogio.passar({ dias: 1 })
    await pagina.entrar()
    expect((await falar()).statusCode).toBe(204)
  })

  test('of whoever has not entered, or by a link that leads nowhere, is told that first, whatever was sent with it', async ({
    world,
  }) => {
    const { pagina } = await cenario(world)
    const atos = ['codigos', 'promessas', 'contestacoes', 'ofertas/1/aceitar', 'falar', 'parar']
    for (const ato of atos) expect([ato, (await pagina.chamar('POST', `/${ato}`, {})).statusCode]).toEqual([ato, 401])
    const nenhum = `/api/publico/c/${'A'.repeat(22)}`
    for (const ato of [...atos, 'entrar', 'nao-sou-eu'])
      expect([ato, (await world.chamar(null, 'POST', `${nenhum}/${ato}`, {})).statusCode]).toEqual([ato, 404])
  })

  test('that is refused says what the customer, who is no operator, can do', async ({ world }) => {
    const { pagina, contas } = await cenario(world)
    await pagina.entrar()
    const recusa = async (ato: string, corpo: object) => {
      await pagina.chamar('POST', ato, corpo)
      const { codigo, message } = (await pagina.chamar('POST', ato, corpo)).json()
      return `${codigo}: ${message}`
    }
    expect(await recusa('/promessas', { contas, ate: '2026-11-25' })).toMatch(
      /^promessa_pendente: Você .*“Falar com uma pessoa”/,
    )
    expect(await recusa('/codigos', { contas })).toMatch(/^sem_recebimento: .*“Falar com uma pessoa”/)
    expect(await recusa('/contestacoes', { contas, motivo: 'valor' })).toMatch(
      /^conta_contestada: .*a empresa vai responder.*“Falar com uma pessoa”/,
    )
  })

  test('that asks for a person needs no body', async ({ world }) => {
    const { pagina, id } = await cenario(world)
    await pagina.entrar()
    expect((await pagina.chamar('POST', '/falar')).statusCode).toBe(204)
    expect(await linhasDaPagina(world, id)).toMatchObject([{ conteudo: 'Pediu para falar com uma pessoa.' }])
  })

  test('that stops messages is the word PARAR, however much was done that day; said again it writes nothing', async ({
    world,
  }) => {
    const { pagina, id, contatoId } = await cenario(world)
    await pagina.entrar()
    for (let i = 0; i < ATOS_POR_DIA; i += 1) expect((await pagina.chamar('POST', '/falar')).statusCode).toBe(204)
    const demais = await pagina.chamar('POST', '/falar')
    expect([demais.statusCode, Number(demais.headers['retry-after'])], 'until midnight').toEqual([429, 14 * 3_600])
    const tela = await pagina.mandar('falar', 'texto=Quero+o+recibo')
    expect(tela.statusCode).toBe(429)
    expect(tela.body, 'said on the page itself, with what was typed').toMatch(/Você já fez muita.*Quero o recibo/s)
    for (let i = 0; i < 3; i += 1) expect((await pagina.chamar('POST', '/parar')).statusCode).toBe(204)
    const ditas = (await linhasDaPagina(world, id)).slice(ATOS_POR_DIA)
    expect(ditas.map(({ conteudo }) => conteudo)).toEqual(['Pediu para não receber mais mensagens.'])
    const { aceita_mensagens } = await linha(world, 'contato', contatoId)
    expect(aceita_mensagens).toBe(false)
  })
})

describe('a promise on the page', () => {
  test('of a part is taken twice; kept, and the rest still owed, the third is for a person until it is paid', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const { pagina, id, contas } = await cenario(world, { operador_id: ana.id }, [{}, {}])
    await pagina.entrar()
    const [uma, outra] = contas
    const prometer = async (conta: number | undefined, valor?: number) =>
      pagina.chamar('POST', '/promessas', { contas: [conta], ate: '2026-11-27', valor })
    for (const parte of [0.01, 30]) {
      expect((await prometer(uma, parte)).statusCode).toBe(201)
      await comPagamento(world, ana, uma!, parte)
    }
    const terceira = await prometer(outra)
    expect([terceira.statusCode, terceira.json().codigo]).toEqual([409, 'fale_com_a_empresa'])
    const aoOperador = { contas: [uma], ate: '2026-11-27', valor: 10 }
    const pedida = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/promessas`, aoOperador)
    expect(pedida.statusCode).toBe(201)
    await comPagamento(world, ana, uma!, 69.99)
    expect((await prometer(outra)).statusCode).toBe(201)
  })

  test('is not refused for what an operator wrote down and was kept', async ({ world }) => {
    const ana = await world.criarOperador()
    const { pagina, id, contas } = await cenario(world, { operador_id: ana.id }, [{}, {}])
    const [uma, outra] = contas
    for (const valor of [1, 2]) {
      const prometida = { contas: [uma], ate: '2026-11-27', valor }
      expect((await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/promessas`, prometida)).statusCode).toBe(
        201,
      )
      await comPagamento(world, ana, uma!, valor)
    }
    await pagina.entrar()
    expect((await pagina.chamar('POST', '/promessas', { contas: [outra], ate: '2026-11-27' })).statusCode).toBe(201)
  })
})

describe('what is sent', () => {
  test('is of the type that was asked for: nothing is read into a list, a number or a word that is none', async ({
    world,
  }) => {
    await world.chamar(await world.criarAdmin(), 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
    const { pagina, id, contas } = await cenario(world)
    await pagina.entrar()
    const [conta] = contas
    const ate = '2026-11-27'
    const listas = [
      [[conta]],
      [String(conta)],
      [true],
      [null],
      [{}],
      `${conta}`,
      `[${conta}]`,
      conta,
      { 0: conta },
      null,
    ]
    const bons = { codigos: {}, promessas: { ate }, contestacoes: { motivo: 'valor' } }
    const pedidos = [
      ...Object.entries(bons).flatMap(([ato, resto]) => listas.map((uma) => [ato, { ...resto, contas: uma }] as const)),
      ['promessas', { contas, ate: [ate] }],
      ['promessas', { contas, ate, valor: '60' }],
      ['promessas', { contas, ate, valor: [60] }],
      ['promessas', { contas, ate, observacao: ['a'] }],
      ['contestacoes', { contas, motivo: ['valor'] }],
      ['contestacoes', { contas, motivo: 'valor', texto: 7 }],
      ['falar', { texto: ['a'] }],
      ['falar', ['a']],
      ['entrar', { digitos: 100 }],
      ['entrar', { digitos: ['100'] }],
      ['nao-sou-eu', { confirmo: 'true' }],
      ['nao-sou-eu', { confirmo: [true] }],
    ] as const
    const aceitos = []
    for (const [ato, corpo] of pedidos) {
      const { statusCode, json } = await pagina.chamar('POST', `/${ato}`, corpo)
      if (statusCode !== 422 || !json().message) aceitos.push([ato, corpo, statusCode])
    }
    expect(aceitos).toEqual([])
    expect(await linhasDaPagina(world, id)).toEqual([])
  })
})

test('a PSP that hangs holds nobody’s turn: more wait for it than are served at once, and the page is open to others', async ({
  world,
}) => {
  await comBanco(world, async (banco) => {
    const paginas = []
    for (let i = 0; i < 8; i += 1) {
      const { pagina, contas } = await cenario(world)
      paginas.push({ pagina: await pagina.entrar(), contas })
    }
    const antes = await cenario(world)
    await (await antes.pagina.entrar()).chamar('POST', '/codigos', { contas: antes.contas }) // there is a token of the PSP from here on
    let [esperando, juntos] = [0, 0]
    const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
    banco.psp.falhas.antes = async () => {
      esperando += 1
      juntos = Math.max(juntos, esperando)
      await solto
      esperando -= 1
      return false
    }
    banco.psp.falhas.provocar({ como: 'lenta', ms: 0 }, 100)
    const pedidos = paginas.map(({ pagina, contas }, i) =>
      i % 2 ? pagina.chamar('POST', '/codigos', { contas }) : pagina.mandar('codigos', `contas=${contas[0]}`),
    )
    await esperarAte('all of them wait for the PSP', () => juntos === paginas.length)
    const outra = await cenario(world)
    expect((await outra.pagina.chamar('GET')).statusCode).toBe(200)
    soltar()
    for (const { statusCode } of await Promise.all(pedidos)) expect([201, 303]).toContain(statusCode)
  })
})

test('an act sent again by its key asks the PSP no second time, while it hangs and after it failed', async ({
  world,
}) => {
  await comBanco(world, async (banco, admin) => {
    await comPolitica(world, admin)
    const [um, outro] = [await cenario(world), await cenario(world)]
    for (const { pagina } of [um, outro]) await pagina.entrar()
    const [oferta] = (await outro.pagina.chamar('GET', '/inicio')).json().ofertas
    const atos = [
      () => um.pagina.chamar('POST', '/codigos', { contas: um.contas }, { 'idempotency-key': 'k1' }),
      () => outro.pagina.chamar('POST', `/ofertas/${oferta.id}/aceitar`, undefined, { 'idempotency-key': 'k2' }),
    ]
    const antes = await cenario(world)
    await (await antes.pagina.entrar()).chamar('POST', '/codigos', { contas: antes.contas }) // there is a token of the PSP from here on
    for (const [i, ato] of atos.entries()) {
      banco.pedidos.length = 0
      banco.psp.falhas.provocar({ como: 'status', http: 503 })
      const respostas = [...(await Promise.all([ato(), ato(), ato()])), await ato()]
      expect(respostas.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
      const codigos = respostas.map((uma) => (i === 0 ? uma.json() : uma.json().codigo))
      expect(codigos).toEqual(codigos.map(() => codigos[0]))
      expect(codigos[0]).toMatchObject({ tipo: 'pix_estatico', situacao: 'emitido' })
      expect(banco.pedidos.filter((pedido) => pedido.startsWith('PUT'))).toHaveLength(1)
    }
    expect(world.servicos.pix.emFalta()).toBe(false)
  })
})
