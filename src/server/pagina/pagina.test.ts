import { describe, expect } from 'vitest'
import { peloSistema } from '#domain/causa.ts'
import { ATOS_POR_DIA } from '#domain/link.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import { encerrarEsperas } from '#server/negociacoes/propostas.actions.ts'
import { comPolitica } from '#test/aceite.ts'
import { esperarAte } from '#test/espera.ts'
import { enviar } from '#test/multipart.ts'
import { abrirPagina } from '#test/pagina.ts'
import { comBanco, PIX } from '#test/psp.ts'
import { test, type World } from '#test/world.ts'

// The world's day is Tuesday 24/11/2026, 10:00 in São Paulo.

const cliente = (world: World, id: number) =>
  world.db
    .selectFrom('cliente')
    .select(['status', 'operador_id', 'aguardando_motivo', 'nao_lidas', 'numero_chamadas'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const linhas = (world: World, id: number) =>
  world.db
    .selectFrom('mensagem')
    .select(['conteudo', 'nao_lida', 'direcao'])
    .where('cliente_id', '=', id)
    .where('tipo', '=', 'pagina')
    .orderBy('id')
    .execute()
const cenario = async (world: World, campos: object = {}, contas?: object[]) => {
  const criado = await world.criarCliente(campos, contas)
  return { ...criado, pagina: await abrirPagina(world, criado.id) }
}

describe('the page before entering', () => {
  test('says whose it is and what it asks for: no name, no debt, no effect', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', {
      empresa: { cnpj: '11.222.333/0001-81', endereco: 'Rua A, 1', telefone: '+551133334444' },
    })
    const { pagina, id } = await cenario(world)
    const antes = await cliente(world, id)
    const resposta = await pagina.chamar('GET')
    expect(resposta.statusCode).toBe(200)
    expect(resposta.json()).toEqual({
      empresa: {
        nome: expect.any(String),
        cnpj: expect.stringMatching(/^11\.?222/),
        endereco: 'Rua A, 1',
        telefone: expect.any(String),
      },
      pede: 'cpf',
    })
    expect(resposta.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(await cliente(world, id)).toEqual(antes)
    const empresa = await cenario(world, { documento: '12ABC34501DE35' })
    expect((await empresa.pagina.chamar('GET')).json().pede).toBe('cnpj')
  })

  test('is the same 404 for a token that never was, one too old, of a changed phone, and of who was made anonymous', async ({
    world,
  }) => {
    const velha = await cenario(world)
    world.relogio.passar({ dias: 15, segundos: 1 })
    const admin = await world.criarAdmin()
    const trocada = await cenario(world)
    const apagada = await cenario(world)
    const operador = await world.criarOperador()
    await world.chamar(operador, 'PATCH', `/api/operador/clientes/${trocada.id}`, {
      telefone: '(11) 97777-0000',
    })
    await world.chamar(operador, 'PATCH', `/api/operador/clientes/${trocada.id}`, { telefone: null })
    await world.chamar(admin, 'POST', `/api/admin/clientes/${apagada.id}/anonimizar`, { motivo: 'Pediu' })
    const corpos = []
    for (const { pagina } of [velha, trocada, apagada])
      corpos.push([(await pagina.chamar('GET')).statusCode, (await pagina.chamar('GET')).body])
    const nunca = await world.chamar(null, 'GET', `/api/publico/c/${'A'.repeat(22)}`)
    const torto = await world.chamar(null, 'GET', '/api/publico/c/nada')
    expect(new Set([...corpos, [nunca.statusCode, nunca.body], [torto.statusCode, torto.body]].map(String)).size).toBe(
      1,
    )
    expect(nunca.statusCode).toBe(404)
    const { rows } = await world.banco.db.executeQuery<{ n: number }>(
      world.db
        .selectFrom('link')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('encerrado_em', 'is not', null)
        .compile(),
    )
    expect(Number(rows[0]!.n)).toBe(2) // by the database: those that lost their phone
  })
})

describe('entering', () => {
  test('takes the first three of the CPF, and lets this browser in by this token alone, for half an hour', async ({
    world,
  }) => {
    const { pagina } = await cenario(world)
    const outra = await cenario(world)
    expect((await pagina.chamar('GET', '/inicio')).statusCode).toBe(401)
    expect((await pagina.tentar('999')).statusCode).toBe(422)
    const certo = await pagina.tentar('100')
    expect([certo.statusCode, certo.body]).toEqual([204, ''])
    const cookies = [certo.headers['set-cookie']!].flat()
    expect(cookies.map((um) => /Path=([^;]+)/.exec(um)![1])).toEqual([
      `/c/${pagina.token}`,
      `/api/publico/c/${pagina.token}`,
    ])
    for (const um of cookies) expect(um).toMatch(/HttpOnly.*SameSite=Strict.*Max-Age=1800$/)
    await pagina.entrar()
    expect((await pagina.chamar('GET', '/inicio')).statusCode).toBe(200)
    outra.pagina.cookie = pagina.cookie
    expect((await outra.pagina.chamar('GET', '/inicio')).statusCode).toBe(401)
    world.relogio.passar({ minutos: 30, segundos: 1 })
    expect((await pagina.chamar('GET', '/inicio')).statusCode).toBe(401)
  })

  test('is shut for an hour after five wrong tries over all links of the phone, even at once, and then open', async ({
    world,
  }) => {
    const { id, pagina } = await cenario(world)
    const segunda = await abrirPagina(world, id)
    const juntas = await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? pagina : segunda).tentar('999')))
    const status = juntas.map(({ statusCode }) => statusCode)
    expect([status.filter((um) => um === 422).length, status.filter((um) => um === 429).length]).toEqual([5, 7])
    const certa = await pagina.tentar('100')
    expect([certa.statusCode, certa.headers['retry-after']]).toEqual([429, '3600'])
    world.relogio.passar({ horas: 1, segundos: 1 })
    expect((await segunda.tentar('100')).statusCode).toBe(204)
  })

  test('after fifteen wrong in thirty days ends every link, and none is made for thirty', async ({ world }) => {
    const { id, pagina } = await cenario(world)
    const segunda = await abrirPagina(world, id)
    for (let i = 0; i < 15; i += 1) {
      if (i % 5 === 0) world.relogio.passar({ horas: 2 })
      expect((await pagina.tentar('999')).statusCode).toBe(422)
    }
    expect([(await pagina.chamar('GET')).statusCode, (await segunda.chamar('GET')).statusCode]).toEqual([404, 404])
    world.relogio.passar({ dias: 29 })
    expect((await abrirPagina(world, id)).token).toBe('nenhum')
    world.relogio.passar({ dias: 2 })
    expect((await (await abrirPagina(world, id)).tentar('100')).statusCode).toBe(204)
  })
})

describe('what it shows', () => {
  test('is what is owed with the sum explained, oldest first, and what a dispute froze', async ({ world }) => {
    const { pagina, contas } = await cenario(world, { nome: 'MARIA DA SILVA' }, [
      {},
      { vencimento: '2026-10-01', vencimento_util: '2026-10-01' },
    ])
    await pagina.entrar()
    const inicio = (await pagina.chamar('GET', '/inicio')).json()
    expect(inicio).toMatchObject({ primeiro_nome: 'Maria', ofertas: [], acordo: null, promessas: [], contestacoes: [] })
    expect(inicio.contas.map((conta: { id: number }) => conta.id)).toEqual([contas[1], contas[0]])
    for (const conta of inicio.contas)
      expect(Math.round((conta.valor + conta.encargos) * 100)).toBe(Math.round(conta.valor_atualizado * 100))
    const antes = inicio.contas[0].valor_atualizado
    await pagina.chamar('POST', '/contestacoes', { contas: [contas[1]], motivo: 'valor' })
    world.relogio.passar({ dias: 5 })
    await pagina.entrar()
    const [conta] = (await pagina.chamar('GET', '/inicio')).json().contas
    expect(conta).toMatchObject({ contestada: true, valor_atualizado: antes })
  })
})

describe('what the company keeps to itself', () => {
  test('is who works there, and how far an agreement goes beyond its policy', async ({ world }) => {
    const [admin, ana] = [await world.criarAdmin(), await world.criarOperador({ name: 'Ana Secreta' })]
    await comPolitica(world, admin)
    const { pagina, id, contas } = await cenario(world, { operador_id: ana.id }, [{}, {}, {}])
    await pagina.entrar()
    const base = `/api/operador/clientes/${id}`
    const acordo = { contas: [contas[0]], parcelas: 12, primeiro_vencimento: '2026-12-10' }
    const { status, alem } = (await world.chamar(ana, 'POST', `${base}/negociacoes`, acordo)).json()
    expect([status, alem.length > 0]).toEqual(['aguarda_aprovacao', true])
    const ditas = [
      await pagina.chamar('POST', '/promessas', { contas: [contas[1]], ate: '2026-11-25' }),
      await pagina.chamar('POST', '/contestacoes', { contas: [contas[2]], motivo: 'valor' }),
    ]
    await world.chamar(ana, 'POST', `${base}/contestacoes`, { contas: [contas[1]], motivo: 'valor' })
    const inicio = await pagina.chamar('GET', '/inicio')
    expect(inicio.json()).toMatchObject({
      acordo: { status: 'aguarda_aprovacao' },
      promessas: [{ autor: null }],
      contestacoes: [{ autor: null }, { autor: null }],
    })
    for (const { body } of [...ditas, inicio]) {
      expect(body).not.toContain('Secreta')
      expect(body).not.toContain('política')
    }
  })
})

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
    expect(await linhas(world, id)).toEqual([
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
    const { janela_ate } = await world.db
      .selectFrom('contato')
      .select('janela_ate')
      .where('id', '=', contatoId)
      .executeTakeFirstOrThrow()
    expect(janela_ate).toBeNull()
    const admin = await world.criarAdmin()
    expect((await world.chamar(admin, 'GET', '/api/admin/dashboard')).json().mensagens_recebidas).toBe(0)
    const log = (await world.chamar(admin, 'GET', '/api/admin/logs')).json().data
    expect(log.some((um: { acao: string }) => um.acao === 'promessa.registrar')).toBe(true)
  })

  test('that asks for a person, or disputes, goes to the queue as a reply and keeps the reason of who waits', async ({
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
    expect(await linhas(world, id)).toEqual([])
    const daqui = { origin: world.servicos.origem, 'sec-fetch-site': 'same-origin' }
    for (let i = 0; i < 3; i += 1) expect((await falar({ ...daqui, 'idempotency-key': 'um' })).statusCode).toBe(204)
    expect(await linhas(world, id)).toHaveLength(1)
    for (let i = 1; i < 20; i += 1) expect((await falar()).statusCode).toBe(204)
    expect((await falar()).statusCode).toBe(429)
    expect(await linhas(world, id)).toHaveLength(20)
    world.relogio.passar({ dias: 1 })
    await pagina.entrar()
    expect((await falar()).statusCode).toBe(204)
  })

  test('of who has not entered, or by a link that leads nowhere, is told that first, whatever was sent with it', async ({
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
    expect(await linhas(world, id)).toMatchObject([{ conteudo: 'Pediu para falar com uma pessoa.' }])
  })

  test('that stops messages is the word PARAR, however much was done that day; said again it writes nothing', async ({
    world,
  }) => {
    const { pagina, id, contatoId } = await cenario(world)
    await pagina.entrar()
    for (let i = 0; i < ATOS_POR_DIA; i += 1) expect((await pagina.chamar('POST', '/falar')).statusCode).toBe(204)
    const demais = await pagina.chamar('POST', '/falar')
    expect([demais.statusCode, Number(demais.headers['retry-after'])], 'until midnight').toEqual([429, 14 * 3_600])
    for (let i = 0; i < 3; i += 1) expect((await pagina.chamar('POST', '/parar')).statusCode).toBe(204)
    const ditas = (await linhas(world, id)).slice(ATOS_POR_DIA)
    expect(ditas.map(({ conteudo }) => conteudo)).toEqual(['Pediu para não receber mais mensagens.'])
    const { aceita_mensagens } = await world.db
      .selectFrom('contato')
      .select('aceita_mensagens')
      .where('id', '=', contatoId)
      .executeTakeFirstOrThrow()
    expect(aceita_mensagens).toBe(false)
  })
})

describe('/verificar', () => {
  test('names whom the bank names: the account is seldom in the name that customers know', async ({ world }) => {
    const verificar = async () => (await world.chamar(null, 'GET', '/verificar')).body
    const [, empresa] = /<dt[^>]*>Empresa<\/dt><dd><b>([^<]+)/.exec(await verificar())!
    expect(await verificar()).toContain(`Se não for <b>${empresa}</b>`)
    const pix = { ...PIX, nome: 'Modelo Alimentos Ltda' }
    await world.chamar(await world.criarAdmin(), 'PUT', '/api/admin/configuracoes/recebimento', { pix })
    expect(await verificar()).toContain('Se não for <b>Modelo Alimentos Ltda</b>')
  })
})

describe('who owes very much', () => {
  const muitas = Array.from({ length: 110 }, (_, i) => ({ numero: `N-${i}` }))

  test('sends its forms as they come: a code for the oldest, a dispute of all', async ({ world }) => {
    await world.chamar(await world.criarAdmin(), 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
    const { pagina, id, contas } = await cenario(world, {}, muitas)
    await pagina.entrar()
    const { body } = await world.chamar(null, 'GET', `/c/${pagina.token}`, undefined, { cookie: pagina.cookie })
    const marcadas = (forma: string) => {
      const [html = ''] = new RegExp(`action="[^"]+/${forma}".*?</form>`, 's').exec(body) ?? []
      return [...html.matchAll(/name="contas" value="(\d+)" checked/g)].map(([, id]) => id!)
    }
    expect(marcadas('codigos')).toEqual(contas.slice(0, 100).map(String))
    expect(marcadas('contestacoes')).toEqual(contas.map(String))
    const extra = [
      ['motivo', 'valor'],
      ['texto', 'Nenhuma destas é minha'],
      ...marcadas('contestacoes').map((conta) => ['contas', conta]),
    ] as [string, string][]
    const envio = { campo: 'arquivo', nome: '', conteudo: '', extra }
    const enviada = await enviar(world, null, `/c/${pagina.token}/contestacoes`, envio, { cookie: pagina.cookie })
    expect(enviada.statusCode, enviada.body).toBe(303)
    expect(await linhas(world, id)).toHaveLength(1)
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
    const pagar = (valor: number) =>
      world.chamar(ana, 'POST', `/api/operador/contas-receber/${uma}/pagamentos`, {
        valor,
        pago_em: world.hoje(),
        forma: 'pix',
      })
    for (const parte of [0.01, 30]) {
      expect((await prometer(uma, parte)).statusCode).toBe(201)
      expect((await pagar(parte)).statusCode).toBe(201)
    }
    const terceira = await prometer(outra)
    expect([terceira.statusCode, terceira.json().codigo]).toEqual([409, 'fale_com_a_empresa'])
    const aoOperador = { contas: [uma], ate: '2026-11-27', valor: 10 }
    const pedida = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/promessas`, aoOperador)
    expect(pedida.statusCode).toBe(201)
    expect((await pagar(69.99)).statusCode).toBe(201)
    expect((await prometer(outra)).statusCode).toBe(201)
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
    expect(await linhas(world, id)).toEqual([])
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
      i % 2
        ? pagina.chamar('POST', '/codigos', { contas })
        : world.app.inject({
            method: 'POST',
            url: `/c/${pagina.token}/codigos`,
            headers: { cookie: pagina.cookie, 'content-type': 'application/x-www-form-urlencoded' },
            payload: `contas=${contas[0]}`,
          }),
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

describe('“não sou eu”', () => {
  test('is asked twice, needs no entering, ends the links and makes the phone invalid for that customer alone', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const { pagina, id, contatoId } = await cenario(world, { operador_id: ana.id })
    const dono = await world.criarCliente({ contato_id: contatoId, operador_id: ana.id, telefone: '+5511980000001' })
    expect((await pagina.chamar('POST', '/nao-sou-eu', {})).statusCode).toBe(422)
    expect((await pagina.chamar('POST', '/nao-sou-eu', { confirmo: true })).statusCode).toBe(204)
    expect((await pagina.chamar('GET')).statusCode).toBe(404)
    const ver = async (qual: number) => (await world.chamar(ana, 'GET', `/api/operador/clientes/${qual}`)).json()
    expect(await ver(id)).toMatchObject({ contato_invalido: true, aguardando_motivo: 'nao_sou_eu', nao_lidas: 1 })
    expect(await ver(dono.id)).toMatchObject({ contato_invalido: false, status: 'ativo' })
    const escrita = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/mensagens`, { template: 'atraso' })
    expect(escrita.json().codigo).toBe('contato_invalido')
    expect((await abrirPagina(world, id)).token).toBe('nenhum')
  })

  test('denied, is the customer’s again once an operator has made sure, and not by another’s word', async ({
    world,
  }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { pagina, id } = await cenario(world, { operador_id: ana.id })
    await pagina.chamar('POST', '/nao-sou-eu', { confirmo: true })
    const confirmar = (quem: typeof ana, motivo: string) =>
      world.chamar(
        quem,
        'POST',
        `/api/operador/clientes/${id}/confirmar-pessoa`,
        { motivo },
        { 'idempotency-key': 'um' },
      )
    const ver = async () => (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)).json()
    expect((await ver()).telefone_negado_em).toBe(world.relogio.agora().toISOString())
    expect((await confirmar(bia, 'Confirmado por ligação')).statusCode).toBe(404)
    expect((await confirmar(ana, 'a')).statusCode).toBe(422)
    expect((await ver()).contato_invalido).toBe(true)
    expect((await confirmar(ana, 'Confirmado por ligação')).json()).toMatchObject({ id, contato_invalido: false })
    expect(await ver()).toMatchObject({ contato_invalido: false, telefone_negado_em: null })
    expect((await confirmar(ana, 'Confirmado por ligação')).statusCode).toBe(200)
    expect((await confirmar(ana, 'Outro motivo')).statusCode).toBe(422) // the key was used with another reason
    expect((await abrirPagina(world, id)).token).not.toBe('nenhum')
  })
})

describe('offers', () => {
  test('of today are shown and taken, whole, with a code for the first payment; what is no offer any more is refused', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
    await comPolitica(world, admin)
    const { pagina, id } = await cenario(world)
    await pagina.entrar()
    const { ofertas } = (await pagina.chamar('GET', '/inicio')).json()
    expect(ofertas.length).toBeGreaterThan(0)
    expect((await pagina.chamar('POST', '/ofertas/999999999/aceitar')).json().codigo).toBe('oferta_mudou')
    const aceita = await pagina.chamar('POST', `/ofertas/${ofertas[0].id}/aceitar`)
    expect(aceita.statusCode, aceita.body).toBe(201)
    expect(aceita.json()).toMatchObject({
      status: 'proposta',
      valor_negociado: ofertas[0].valor_negociado,
      codigo: { copia_e_cola: expect.any(String), situacao: 'emitido' },
    })
    expect(await linhas(world, id)).toMatchObject([{ conteudo: expect.stringMatching(/^Aceitou um acordo de R\$/) }])
    const depois = (await pagina.chamar('GET', '/inicio')).json()
    expect(depois).toMatchObject({ ofertas: [], acordo: { status: 'proposta' } })
    const outra = await pagina.chamar('POST', `/ofertas/${ofertas[0].id}/aceitar`)
    expect(outra.statusCode).toBe(409)
    expect(outra.json()).toMatchObject({ codigo: 'acordo_em_andamento', message: expect.stringMatching(/^Você /) })
  })

  test('two offers taken and not paid are for a person', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
    await comPolitica(world, admin)
    const { id } = await world.criarCliente()
    const aceitar = async () => {
      const pagina = await (await abrirPagina(world, id)).entrar()
      const [oferta] = (await pagina.chamar('GET', '/inicio')).json().ofertas
      return pagina.chamar('POST', `/ofertas/${oferta.id}/aceitar`)
    }
    for (const vez of [1, 2]) {
      const aceita = await aceitar()
      expect([vez, aceita.statusCode]).toEqual([vez, 201])
      world.relogio.passar({ dias: 8 })
      expect(await encerrarEsperas(world.db, world.relogio.agora())).toBe(1)
    }
    const terceira = await aceitar()
    expect([terceira.statusCode, terceira.json().codigo]).toEqual([409, 'fale_com_a_empresa'])
  })

  test('taken, keep their code in sight, and what they are about is asked for by no other', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
    await comPolitica(world, admin)
    const { pagina, id, contas } = await cenario(world)
    const [outra] = (await world.criarCliente({}, [{ vencimento: '2027-01-15' }])).contas
    await world.db.updateTable('conta').set({ cliente_id: id }).where('id', '=', outra!).execute()
    await pagina.entrar()
    const ver = async () => {
      const headers = { cookie: pagina.cookie }
      const { body } = await world.chamar(null, 'GET', `/c/${pagina.token}`, undefined, headers)
      const forma = /action="[^"]+\/codigos".*?<\/form>/s.exec(body)?.[0] ?? ''
      return { body, aPagar: [...forma.matchAll(/name="contas" value="(\d+)"/g)].map(([, qual]) => Number(qual)) }
    }
    expect((await ver()).aPagar).toEqual([...contas, outra])
    const [oferta] = (await pagina.chamar('GET', '/inicio')).json().ofertas
    const { codigo } = (await pagina.chamar('POST', `/ofertas/${oferta.id}/aceitar`)).json()
    const nova = (await pagina.chamar('POST', '/codigos', { contas: [outra] })).json()
    const { body, aPagar } = await ver()
    expect(aPagar).toEqual([outra])
    for (const { copia_e_cola } of [codigo, nova]) expect(body).toContain(`>${copia_e_cola}</p>`)
    expect(body).toMatch(/<button[^>]*data-copiar="copia-e-cola-1" hidden>/)
    const titulos = [...body.matchAll(/<h([1-6])/g)].map(([, nivel]) => Number(nivel))
    expect(titulos.filter((nivel, i) => nivel > (titulos[i - 1] ?? 0) + 1)).toEqual([]) // none is skipped
    expect(body).toMatch(/\.botao\[hidden\]\{display: ?none/) // without a script it would do nothing
  })
})
