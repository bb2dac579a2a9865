import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { varrerMidias } from '#server/mensagens/midia.actions.ts'
import { violada } from '#test/invariantes.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { enviar } from '#test/multipart.ts'
import { pagar } from '#test/pagamentos.ts'
import type { Pessoa, World } from '#test/world.ts'

const base = (id: number) => `/api/operador/clientes/${id}/contestacoes`
const contestar = (world: World, quem: Pessoa, id: number, contas: number[], mais: object = {}) =>
  world.chamar(quem, 'POST', base(id), { contas, motivo: 'valor', ...mais })
const responder = (world: World, quem: Pessoa, id: number, contestacao: number, corpo: object) =>
  world.chamar(quem, 'PATCH', `${base(id)}/${contestacao}`, corpo)
const aUnica = async (world: World, quem: Pessoa, id: number) =>
  (await world.chamar(quem, 'GET', base(id))).json().data[0]
const ficha = async (world: World, quem: Pessoa, id: number) =>
  (await world.chamar(quem, 'GET', `/api/operador/clientes/${id}`)).json()
const enviadas = (world: World) =>
  world.db.selectFrom('mensagem').selectAll().where('direcao', '=', 'enviada').orderBy('id').execute()
const PDF = Buffer.from('%PDF-1.4 recibo')

describe('a dispute', () => {
  test('has a number and five business days, stands on its accounts, and the engine leaves them in peace', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, { vencimento: '2026-12-20' }])
    await aprovarModelos(world)
    expect((await ficha(world, ana, id)).decisao.motivo).toBe('prevista')
    const resposta = await contestar(world, ana, id, [contas[0]!], { texto: 'O combinado era R$ 80' })
    expect(resposta.statusCode).toBe(201)
    expect(resposta.json()).toMatchObject({
      numero: expect.stringMatching(/^2026-\d{6}$/),
      contas: [contas[0]],
      valor: 102.17,
      motivo: 'valor',
      texto: 'O combinado era R$ 80',
      arquivo_url: null,
      status: 'aberta',
      prazo: '2026-12-01',
      resposta: null,
      origem: 'operador',
      autor: { id: ana.id },
    })
    const { contas: lidas, decisao } = await ficha(world, ana, id)
    expect(lidas.map((conta: { contestada: boolean }) => conta.contestada)).toEqual([true, false])
    expect(decisao.motivo).toBe('contestacao')
    const resumo = (await world.chamar(ana, 'GET', '/api/operador/contas-receber/resumo')).json()
    expect([resumo.valor_total, resumo.valor_contestado]).toEqual([200, 100])
  })

  test('comes with a file, known by its bytes, that whoever may see the customer opens', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { id, contas } = await world.criarCliente({ operador_id: ana.id }, [{}, {}])
    const mandar = (conteudo: Buffer, chave = 'um') => {
      const extra = { contas: `[${contas[0]}]`, motivo: 'ja_paguei' }
      const envio = { campo: 'arquivo', conteudo, nome: 'recibo.exe', extra }
      return enviar(world, ana, base(id), envio, { 'idempotency-key': chave })
    }
    expect((await mandar(Buffer.from('MZ programa'))).json().errors).toHaveProperty('arquivo')
    const { arquivo_url: url, ...contestacao } = (await mandar(PDF)).json()
    expect(contestacao).toMatchObject({ motivo: 'ja_paguei', contas: [contas[0]] })
    expect((await mandar(PDF)).json(), 'said again').toMatchObject(contestacao)
    expect((await mandar(Buffer.from('%PDF-1.4 outro'))).json().errors).toHaveProperty('idempotency-key')
    const baixado = await world.chamar(ana, 'GET', url)
    expect(baixado.rawPayload).toEqual(PDF)
    expect(baixado.headers['content-disposition']).toContain('recibo.pdf')
    expect((await world.chamar(bia, 'GET', url)).statusCode).toBe(404)
    const admin = await world.criarAdmin()
    const [doAdmin] = (await world.chamar(admin, 'GET', '/api/admin/contestacoes')).json().data
    const aberto = await world.chamar(admin, 'GET', doAdmin.arquivo_url)
    expect([aberto.rawPayload, aberto.headers['cache-control']]).toEqual([PDF, 'no-store'])
    expect((await world.chamar(ana, 'GET', doAdmin.arquivo_url)).statusCode).toBe(403)
    expect((await world.chamar(admin, 'GET', '/api/admin/contestacoes/999/arquivo')).statusCode).toBe(404)
    await varrerMidias(world.servicos)
    expect((await world.chamar(ana, 'GET', url)).statusCode).toBe(200)
    expect((await mandar(PDF, 'outra')).json().codigo).toBe('conta_contestada') // and what it brought is not kept
    const guardados = []
    for await (const um of world.servicos.armazem.listar()) guardados.push(um)
    expect([guardados.length, readdirSync(join(world.pastaDados, 'uploads'))]).toEqual([1, []])
  })

  test('comes as a form in which no file was chosen, each account a field of its own', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    const extra = [
      ['contas', String(contas[0])],
      ['contas', String(contas[1])],
      ['motivo', 'nota'],
    ] as const
    const sem = await enviar(world, ana, base(id), { campo: 'arquivo', conteudo: '', nome: '', extra })
    expect(sem.statusCode).toBe(201)
    expect(sem.json()).toMatchObject({ contas, motivo: 'nota', arquivo_url: null })
    const vazio = await enviar(world, ana, base(id), { campo: 'arquivo', conteudo: '', nome: 'foto.jpg', extra })
    expect(vazio.json().errors).toEqual({ arquivo: ['O arquivo está vazio.'] })
  })

  test.for(['contas[]', 'contas[0]'])(
    'comes as a form of a program that writes %s of a list',
    async (campo, { world }) => {
      const { id, contas } = await world.criarCliente({}, [{}])
      const extra = { [campo]: String(contas[0]), motivo: 'nota' }
      const pedido = { campo: 'arquivo', conteudo: PDF, nome: 'nota.pdf', extra, camposDepois: true }
      expect((await enviar(world, await world.criarOperador(), base(id), pedido)).json()).toMatchObject({ contas })
    },
  )

  test('is refused of what is not open or not theirs, and twice; of ten at once there is one', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { id, contas } = await world.criarCliente({ operador_id: ana.id }, [{}, { situacao: 'cancelada' }])
    expect((await contestar(world, bia, id, [contas[0]!])).statusCode).toBe(404)
    expect((await contestar(world, ana, id, contas)).json().errors).toHaveProperty('contas')
    expect((await contestar(world, ana, id, [contas[0]!], { motivo: 'nada' })).json().errors).toHaveProperty('motivo')
    const todas = await Promise.all(Array.from({ length: 10 }, () => contestar(world, ana, id, [contas[0]!])))
    expect(todas.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test('ends the promise of its accounts, and keeps them out of promises and agreements', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const prometer = (mais: object = {}) =>
      world.chamar(ana, 'POST', `/api/operador/clientes/${id}/promessas`, { contas, ate: '2026-11-27', ...mais })
    await prometer({ valor: 10 })
    await pagar(world, ana, contas[0]!, 10)
    await prometer()
    await contestar(world, ana, id, contas)
    expect((await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/promessas`)).json().data).toMatchObject([
      { status: 'cancelada', motivo: 'Uma das contas foi contestada.' },
      { status: 'cumprida', motivo: null },
    ])
    expect((await prometer()).json().codigo).toBe('conta_contestada')
    const acordo = { contas, parcelas: 2, primeiro_vencimento: '2026-12-10' }
    const negociada = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, acordo)
    expect(negociada.json().codigo).toBe('conta_contestada')
  })
})

describe('a dispute is answered', () => {
  test('as right, mending its accounts, all of them or none', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({}, [{}, {}, {}])
    const { id: contestacao } = (await contestar(world, ana, id, contas.slice(0, 2))).json()
    const certo = { status: 'procedente', resposta: 'O desconto não tinha sido lançado' }
    const alheia = await responder(world, ana, id, contestacao, {
      ...certo,
      contas: [{ id: contas[2], cancelar: true }],
    })
    expect(alheia.json().errors).toHaveProperty('contas')
    for (const contraditorias of [
      [{ id: contas[0], cancelar: true, valor: 80 }],
      [
        { id: contas[0], valor: 80 },
        { id: contas[0], valor: 70 },
      ],
    ]) {
      const dita = await responder(world, ana, id, contestacao, { ...certo, contas: contraditorias })
      expect([dita.statusCode, Object.keys(dita.json().errors)[0]]).toEqual([422, expect.stringMatching(/^contas/)])
    }
    await pagar(world, ana, contas[1]!, 10)
    const metade = await responder(world, ana, id, contestacao, {
      ...certo,
      contas: [
        { id: contas[0], cancelar: true },
        { id: contas[1], valor: 80 },
      ],
    })
    expect([metade.statusCode, metade.json().codigo]).toEqual([409, 'conta_com_pagamento'])
    expect(await aUnica(world, ana, id)).toMatchObject({ status: 'aberta' })
    const feita = await responder(world, ana, id, contestacao, { ...certo, contas: [{ id: contas[0], valor: 80 }] })
    expect(feita.json()).toMatchObject({ status: 'procedente', resposta: certo.resposta })
    const { contas: lidas } = await ficha(world, ana, id)
    const conta = lidas.find((uma: { id: number }) => uma.id === contas[0])
    expect(conta).toMatchObject({ valor: 80, contestada: false })
    expect((await responder(world, ana, id, contestacao, certo)).json().codigo).toBe('contestacao_encerrada')
    expect(await enviadas(world)).toEqual([])
    expect(await violada(world.db)).toBeNull()
  })

  test('after it is taken up, with a reason', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const { id: contestacao } = (await contestar(world, ana, id, contas)).json()
    expect((await responder(world, ana, id, contestacao, { status: 'em_analise' })).json().status).toBe('em_analise')
    const sem = await responder(world, ana, id, contestacao, { status: 'improcedente' })
    expect(sem.json().errors).toHaveProperty('resposta')
    const outro = await world.criarCliente()
    expect((await responder(world, ana, outro.id, contestacao, { status: 'em_analise' })).statusCode).toBe(404)
  })

  test('as wrong: the customer hears, by a text in the window, else by the template when one may write', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    await aprovarModelos(world)
    const negar = async (janela_ate: Date | null, aceita_mensagens = true, status = 'improcedente') => {
      const { id, contas, contatoId } = await world.criarCliente({}, [{}, {}])
      await world.db.updateTable('contato').set({ janela_ate, aceita_mensagens }).where('id', '=', contatoId).execute()
      const { id: contestacao, numero } = (await contestar(world, ana, id, contas)).json()
      await responder(world, ana, id, contestacao, { status, resposta: 'A entrega foi assinada.' })
      expect((await ficha(world, ana, id)).decisao.motivo).not.toBe('contestacao')
      return numero
    }
    const daquiUmaHora = new Date(world.relogio.agora().getTime() + 3_600_000)
    const aberta = await negar(daquiUmaHora)
    await negar(daquiUmaHora, false) // opted out
    await negar(daquiUmaHora, true, 'desistencia')
    const [texto] = await enviadas(world)
    expect(texto).toMatchObject({ tipo: 'texto', finalidade: 'contestacao', automatica: true })
    expect(texto!.conteudo).toContain(
      `${aberta} e ela não foi aceita: o que falta pagar continua em aberto. A entrega foi assinada.`,
    )
    world.relogio.mover('2026-11-24T23:30:00.000Z') // 20:30 in São Paulo: after hours
    const fechada = await negar(null)
    const [, modelo] = await enviadas(world)
    expect(modelo).toMatchObject({
      tipo: 'template',
      modelo_tipo: 'contestacao',
      proxima_em: '2026-11-25T11:00:00.000Z',
    })
    expect(modelo!.conteudo).toContain(fechada)
  })

  test('alone, when none of its accounts is open: given up by whoever paid, right when that is what they said', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const pagaDepois = async (motivo: string) => {
      const { id, contas } = await world.criarCliente({}, [{}, {}])
      await contestar(world, ana, id, [contas[0]!], { motivo })
      await pagar(world, ana, contas[0]!, 100)
      return (await aUnica(world, ana, id)).status
    }
    expect([await pagaDepois('valor'), await pagaDepois('ja_paguei')]).toEqual(['desistencia', 'procedente'])
    const { id, contas } = await world.criarCliente({}, [{}, {}])
    const { id: negada } = (await contestar(world, ana, id, [contas[0]!])).json()
    await responder(world, ana, id, negada, { status: 'improcedente', resposta: 'O valor é o da nota.' })
    await pagar(world, ana, contas[0]!, 100)
    expect((await aUnica(world, ana, id)).status, 'answered before').toBe('improcedente')
  })
})

test('late ones stand on both dashboards, and in the lists by their day of answer, with a spreadsheet', async ({
  world,
}) => {
  const [ana, admin] = [await world.criarOperador(), await world.criarAdmin()]
  const { id, contas } = await world.criarCliente({ nome: 'Padaria Sol' }, [{}, {}])
  await contestar(world, ana, id, [contas[0]!], { texto: '=1+1' })
  await world.db.updateTable('contestacao').set({ prazo: '2026-11-23' }).execute()
  await contestar(world, ana, id, [contas[1]!], { motivo: 'entrega' })
  // On its day of answer it is not late.
  await world.db.updateTable('contestacao').set({ prazo: world.hoje() }).where('motivo', '=', 'entrega').execute()
  const ver = async (quem: Pessoa, url: string) => (await world.chamar(quem, 'GET', url)).json()
  expect((await ver(ana, '/api/operador/dashboard')).contestacoes_atrasadas).toBe(1)
  expect((await ver(admin, '/api/admin/dashboard')).contestacoes_atrasadas).toBe(1)
  const motivos = async (quem: Pessoa, url: string) =>
    (await ver(quem, url)).data.map((uma: { motivo: string }) => uma.motivo)
  expect(await motivos(ana, '/api/operador/contestacoes')).toEqual(['valor', 'entrega'])
  expect(await motivos(admin, '/api/admin/contestacoes?motivo=entrega&status=aberta,em_analise')).toEqual(['entrega'])
  expect(await motivos(ana, '/api/operador/contestacoes?atrasadas=1')).toEqual(['valor'])
  expect((await ver(admin, '/api/admin/contestacoes?atrasadas=1')).soma).toBe(102.17)
  const csv = (await world.chamar(admin, 'GET', '/api/admin/contestacoes/exportar.csv')).body
  expect(csv).toContain('"Padaria Sol";"Discorda do valor";"102,17";"Aberta"')
  expect(csv).not.toMatch(/;"=1/)
  const [atrasada] = (await ver(ana, '/api/operador/contestacoes?atrasadas=1')).data
  const dita = { status: 'improcedente', resposta: 'O valor é o da nota.' }
  expect((await responder(world, ana, id, atrasada.id, dita)).statusCode).toBe(200)
  expect(await motivos(ana, '/api/operador/contestacoes')).toEqual(['entrega', 'valor'])
  expect(await motivos(ana, '/api/operador/contestacoes?atrasadas=1')).toEqual([])
})

test('is found by the number that its customer quotes, and an account of that number still is', async ({ world }) => {
  const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
  const dela = await world.criarCliente({ operador_id: ana.id })
  const { numero } = (await contestar(world, ana, dela.id, dela.contas)).json() as { numero: string }
  // The last hours of the year in São Paulo are the next year's elsewhere.
  await world.db.updateTable('contestacao').set({ criada_em: '2027-01-01T02:59:00Z' }).execute()
  const outro = await world.criarCliente({}, [{ numero }])
  await contestar(world, ana, outro.id, outro.contas)
  const achadas = async (quem: Pessoa, busca: string) =>
    (await world.chamar(quem, 'GET', `/api/operador/contestacoes?busca=${busca}`))
      .json()
      .data.map(({ cliente }: { cliente: { id: number } }) => cliente.id)
  expect(await achadas(ana, numero)).toEqual([outro.id, dela.id])
  expect(await achadas(bia, numero), 'as far as one may see').toEqual([outro.id])
  expect(await achadas(ana, '2026-000999')).toEqual([])
  expect(await achadas(ana, numero.replace('2026', '2011'))).toEqual([])
})
