import { describe, expect } from 'vitest'
import { encerrarEsperas } from '#server/negociacoes/propostas.actions.ts'
import { comPolitica } from '#test/aceite.ts'
import { registrar } from '#test/julgamento.ts'
import { umPix } from '#test/movimento.ts'
import { enviar } from '#test/multipart.ts'
import { abrirPagina, cenario, cliente, linhasDaPagina } from '#test/pagina.ts'
import { PIX } from '#test/psp.ts'
import { test } from '#test/world.ts'

// The world's day is Tuesday 24/11/2026, 10:00 in São Paulo.

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

  test('is the same 404 for a token that never was, one too old, of a changed phone, and of whoever was made anonymous', async ({
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
    const comprido = await world.chamar(null, 'GET', `/api/publico/c/${'A'.repeat(2_000)}`)
    const nenhuns = [nunca, torto, comprido].map(({ statusCode, body }) => [statusCode, body])
    expect(new Set([...corpos, ...nenhuns].map(String)).size).toBe(1)
    expect(nunca.statusCode).toBe(404)
    const tela = await world.chamar(null, 'GET', `/c/${'A'.repeat(22)}`)
    expect(tela.body).toContain('<h1>Este link não vale mais</h1><p>Responda à mensagem')
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

  test('says what comes after another wrong try, and how long it is shut', async ({ world }) => {
    const { pagina } = await cenario(world)
    const dito = async (digitos: string) => (await pagina.tentar(digitos)).json()
    const digite = /^Não conferem\. Digite os 3 primeiros números do CPF de quem recebeu a mensagem\.$/
    for (let i = 0; i < 3; i += 1) expect((await dito('999')).errors.digitos[0]).toMatch(digite)
    expect((await dito('999')).errors.digitos[0]).toMatch(/Depois de mais uma tentativa errada, é preciso esperar/)
    expect((await dito('999')).errors.digitos[0]).toMatch(/^Não conferem\. Foram muitas .* espere 60 minutos/)
    world.relogio.passar({ minutos: 50 })
    expect((await dito('100')).message).toMatch(/espere 10 minutos e tente de novo, ou fale com a empresa\.$/)
  })

  test('after fifteen wrong in thirty days ends every link, and none is made for thirty', async ({ world }) => {
    const { id, pagina } = await cenario(world)
    const segunda = await abrirPagina(world, id)
    for (let i = 0; i < 15; i += 1) {
      if (i % 5 === 0) world.relogio.passar({ horas: 2 })
      const tentada = await pagina.tentar('999')
      expect(tentada.statusCode).toBe(422)
      if (i === 13)
        expect(tentada.json().errors.digitos[0]).toMatch(/mais uma tentativa errada, este link deixa de valer/)
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
    const { pagina, id, contas } = await cenario(world, { nome: 'MARIA DA SILVA' }, [
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
    // An instalment is called by its agreement, not by the account that it replaced.
    const acordo = { contas: [contas[0]], parcelas: 2, primeiro_vencimento: '2026-12-10' }
    const operador = await world.criarOperador()
    const feito = await world.chamar(operador, 'POST', `/api/operador/clientes/${id}/negociacoes`, acordo)
    const [, ...parcelas] = (await pagina.chamar('GET', '/inicio')).json().contas
    expect(parcelas.map(({ numero }: { numero: string }) => numero)).toEqual(
      ['1/2', '2/2'].map((qual) => `Acordo ${feito.json().id} · ${qual}`),
    )
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

describe('/verificar', () => {
  test('names whom the bank names: the account is seldom in the name that customers know', async ({ world }) => {
    const verificar = async () => (await world.chamar(null, 'GET', '/verificar')).body
    const [, empresa] = /<dt[^>]*>Empresa<\/dt><dd><b>([^<]+)/.exec(await verificar())!
    expect(await verificar()).toContain(`Se não for <b>${empresa}</b>`)
    const pix = { ...PIX, nome: 'Modelo Alimentos Ltda' }
    await world.chamar(await world.criarAdmin(), 'PUT', '/api/admin/configuracoes/recebimento', { pix })
    expect(await verificar()).toContain('Se não for <b>Modelo Alimentos Ltda</b>')
    // Shown in the preview of a link before anybody enters: of no debt, and true of this page as well, which asks for nothing.
    const { pagina } = await cenario(world)
    for (const uma of [await verificar(), (await world.chamar(null, 'GET', `/c/${pagina.token}`)).body])
      expect(uma).toContain('<meta name="description" content="Uma página da empresa que escreve para você.">')
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
      const [html = ''] = new RegExp(`action="[^"]+/${forma}#.*?</form>`, 's').exec(body) ?? []
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
    expect(await linhasDaPagina(world, id)).toHaveLength(1)
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
    const voltou = await world.chamar(null, 'GET', `/c/${pagina.token}?feito=mudou`, undefined, {
      cookie: pagina.cookie,
    })
    expect(voltou.body).toContain('Você já tem um acordo: ele está aqui embaixo.')
    expect(aceita.statusCode, aceita.body).toBe(201)
    expect(aceita.json()).toMatchObject({
      status: 'proposta',
      valor_negociado: ofertas[0].valor_negociado,
      codigo: { copia_e_cola: expect.any(String), situacao: 'emitido' },
    })
    expect(await linhasDaPagina(world, id)).toMatchObject([
      { conteudo: expect.stringMatching(/^Aceitou um acordo de R\$/) },
    ])
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
      const forma = /action="[^"]+\/codigos#.*?<\/form>/s.exec(body)?.[0] ?? ''
      return { body, aPagar: [...forma.matchAll(/name="contas" value="(\d+)"/g)].map(([, qual]) => Number(qual)) }
    }
    expect((await ver()).aPagar).toEqual([...contas, outra])
    const [oferta] = (await pagina.chamar('GET', '/inicio')).json().ofertas
    const { codigo } = (await pagina.chamar('POST', `/ofertas/${oferta.id}/aceitar`)).json()
    const nova = (await pagina.chamar('POST', '/codigos', { contas: [outra] })).json()
    const { body, aPagar } = await ver()
    expect(aPagar).toEqual([])
    for (const { copia_e_cola } of [codigo, nova]) expect(body).toContain(`>${copia_e_cola}</p>`)
    expect(body).toMatch(/<button[^>]*data-copiar="copia-e-cola-1" hidden>/)
    const titulos = [...body.matchAll(/<h([1-6])/g)].map(([, nivel]) => Number(nivel))
    expect(titulos.filter((nivel, i) => nivel > (titulos[i - 1] ?? 0) + 1)).toEqual([]) // none is skipped
    expect(body).toMatch(/\.botao\[hidden\]\{display: ?none/) // without a script it would do nothing
  })

  test('says whether a payment came, to who comes back from the bank', async ({ world }) => {
    await world.chamar(await world.criarAdmin(), 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
    const { pagina, contas } = await cenario(world)
    await pagina.entrar()
    const ver = async (feito: string) => {
      const headers = { cookie: pagina.cookie }
      return (await world.chamar(null, 'GET', `/c/${pagina.token}?feito=${feito}`, undefined, headers)).body
    }
    expect(await ver('pago')).not.toContain('role="status"')
    const { id } = (await pagina.chamar('POST', '/codigos', { contas })).json()
    expect(await ver('codigos')).toContain(`href="/c/${pagina.token}?feito=pago">Já paguei: ver se chegou</a>`)
    expect(await ver('pago')).toContain('<p class="aviso espera" role="status">O pagamento ainda não chegou.')
    const { txid } = await world.db
      .updateTable('codigo')
      .set({ situacao: 'pago' })
      .where('id', '=', id)
      .returning('txid')
      .executeTakeFirstOrThrow()
    const agora = world.relogio.agora()
    const [movimento] = await registrar(world, umPix(world, { txid, valorCentavos: 1_234 }))
    for (const feito of ['codigos', 'pago'])
      expect(await ver(feito)).toMatch(/Recebemos o seu Pix de R\$\s12,34\. Obrigado!/) // the amount received, whatever was asked
    expect(await ver('falar')).not.toContain('Recebemos')
    await world.db
      .updateTable('movimento')
      .set({ created_at: new Date(agora.getTime() - 1) })
      .execute()
    expect(await ver('pago')).not.toContain('Recebemos') // another code was made since
    const voltou = {
      created_at: agora,
      devolvido_centavos: 1_234,
      situacao: 'devolvido',
    } as const
    await world.db.updateTable('movimento').set(voltou).where('id', '=', movimento!).execute()
    expect(await ver('pago')).not.toContain('Recebemos')
  })
})
