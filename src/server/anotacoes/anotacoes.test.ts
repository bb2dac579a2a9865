import { describe, expect } from 'vitest'
import type { Anotacao } from '#contract/anotacoes.ts'
import type { Evento } from '#contract/eventos.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { ouvirEventos } from '#test/ouvir.ts'
import type { Pessoa, World } from '#test/world.ts'

const url = (id: number, anotacao?: number) =>
  `/api/operador/clientes/${id}/anotacoes${anotacao === undefined ? '' : `/${anotacao}`}`

async function anotar(world: World, quem: Pessoa, id: number, corpo: object): Promise<Anotacao> {
  const resposta = await world.chamar(quem, 'POST', url(id), corpo)
  expect(resposta.statusCode, resposta.body).toBe(201)
  return resposta.json()
}
const mencoes = async (world: World, quem: Pessoa, consulta = '') =>
  (await world.chamar(quem, 'GET', `/api/operador/mencoes${consulta}`)).json() as {
    data: object[]
    novas: number
    total: number
  }
const acoes = async (world: World) =>
  (await world.db.selectFrom('log').select(['acao', 'usuario_id', 'descricao']).orderBy('id').execute()).filter(
    ({ acao }) => acao.startsWith('anotacao.'),
  )

describe('a note on a customer', () => {
  test('stands with the customer, with who wrote it and when, and changes nothing of them', async ({ world }) => {
    const ana = await world.criarOperador({ name: 'Ana' })
    const { id } = await world.criarCliente()
    const antes = await linha(world, 'cliente', id)
    const feita = await anotar(world, ana, id, { texto: '  Paga depois do dia 10 ', fixada: true })
    expect(feita).toEqual({
      id: feita.id,
      texto: 'Paga depois do dia 10',
      autor: { id: ana.id, name: 'Ana' },
      mencoes: [],
      fixada: true,
      created_at: world.relogio.agora().toISOString(),
      editada_em: null,
    })
    const cliente = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)).json()
    expect(cliente.anotacoes).toEqual([feita])
    expect(cliente.historico[0]).toMatchObject({ acao: 'anotacao.escrever', usuario: { id: ana.id } })
    expect(JSON.stringify(cliente.historico)).not.toContain('dia 10')
    const admin = await world.criarAdmin()
    expect((await world.chamar(admin, 'GET', `/api/admin/clientes/${id}`)).json().anotacoes).toEqual([feita])
    expect(await linha(world, 'cliente', id)).toEqual(antes)
    expect(await world.db.selectFrom('mensagem').selectAll().execute()).toEqual([])
  })

  test('is written once for one key, and is refused when it is empty or too long', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente()
    const chave = { 'idempotency-key': 'uma' }
    const [uma, outra] = [
      await world.chamar(ana, 'POST', url(id), { texto: 'Ligar' }, chave),
      await world.chamar(ana, 'POST', url(id), { texto: 'Ligar' }, chave),
    ]
    expect(outra.json()).toEqual(uma.json())
    expect((await world.chamar(ana, 'GET', url(id))).json().data).toHaveLength(1)
    for (const texto of ['   ', 'x'.repeat(1001)]) {
      const recusada = await world.chamar(ana, 'POST', url(id), { texto })
      expect(recusada.statusCode).toBe(422)
      expect(recusada.json().errors.texto).toHaveLength(1)
    }
  })

  test('is its author’s to write anew and to take back; anyone who sees the customer pins it', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador({ name: 'Ana' }), await world.criarOperador()]
    const { id } = await world.criarCliente()
    const { id: anotacao } = await anotar(world, ana, id, { texto: 'Paga depois do dia 10' })
    for (const [metodo, corpo] of [
      ['PATCH', { texto: 'Nunca paga' }],
      ['DELETE', undefined],
    ] as const) {
      const recusada = await world.chamar(bia, metodo, url(id, anotacao), corpo)
      expect(recusada.statusCode).toBe(403)
      expect(recusada.json().message).toBe('Só Ana, que escreveu esta anotação, pode mudá-la ou apagá-la.')
    }
    expect((await world.chamar(bia, 'PATCH', url(id, anotacao), { fixada: true })).json().fixada).toBe(true)
    const mudada = await world.chamar(ana, 'PATCH', url(id, anotacao), { texto: 'Paga no dia 15' })
    expect(mudada.json()).toMatchObject({ texto: 'Paga no dia 15', fixada: true, editada_em: expect.any(String) })
    expect((await world.chamar(ana, 'DELETE', url(id, anotacao))).json()).toEqual({ data: [] })
    expect((await world.chamar(ana, 'DELETE', url(id, anotacao))).statusCode).toBe(404)
    expect(await acoes(world)).toMatchObject([
      { acao: 'anotacao.escrever', usuario_id: ana.id },
      { acao: 'anotacao.mudar', usuario_id: bia.id, descricao: `Anotação fixada sobre {cliente:${id}}.` },
      { acao: 'anotacao.mudar', usuario_id: ana.id, descricao: `Anotação mudada sobre {cliente:${id}}.` },
      { acao: 'anotacao.apagar', usuario_id: ana.id },
    ])
  })

  test('of another operator’s customer is not there', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { id } = await world.criarCliente({ operador_id: ana.id })
    const { id: anotacao } = await anotar(world, ana, id, { texto: 'Só minha' })
    const { id: livre } = await world.criarCliente()
    for (const [metodo, onde] of [
      ['GET', url(id)],
      ['POST', url(id)],
      ['PATCH', url(id, anotacao)],
      ['PATCH', url(livre, anotacao)],
      ['DELETE', url(livre, anotacao)],
    ] as const)
      expect((await world.chamar(bia, metodo, onde, { texto: 'x' })).statusCode, `${metodo} ${onde}`).toBe(404)
  })
})

describe('a mention', () => {
  test('tells who is named, once, with the words, wherever the customer is', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador({ name: 'Ana' }), await world.criarOperador({ name: 'Bia' })]
    const { id } = await world.criarCliente({ nome: 'Loja Azul', documento: '52998224725', operador_id: ana.id })
    expect((await world.chamar(ana, 'GET', '/api/operador/colegas')).json().data).toEqual([{ id: bia.id, name: 'Bia' }])
    const texto = '@Bia ele já falou com você?'
    const { id: anotacao, ...feita } = await anotar(world, ana, id, { texto, mencoes: [bia.id, bia.id, ana.id] })
    expect(feita.mencoes).toEqual([{ id: bia.id, name: 'Bia' }])
    const dela = await mencoes(world, bia)
    expect(dela).toMatchObject({ total: 1, novas: 1 })
    expect(dela.data).toEqual([
      {
        anotacao_id: anotacao,
        cliente: { id, nome: 'Loja Azul' },
        texto,
        autor: { id: ana.id, name: 'Ana' },
        created_at: world.relogio.agora().toISOString(),
        vista_em: null,
        visivel: false,
      },
    ])
    expect(await mencoes(world, ana)).toMatchObject({ total: 0, novas: 0 })
    expect(await mencoes(world, bia, '?busca=ninguem')).toMatchObject({ total: 0, novas: 1, data: [] })
    expect(await mencoes(world, bia, `?busca=${texto.slice(0, 4)}`)).toMatchObject({ total: 1, data: [{}] })
    expect((await world.chamar(bia, 'POST', '/api/operador/mencoes/vistas', { anotacoes: [] })).json().novas).toBe(1)
    const vistas = await world.chamar(bia, 'POST', '/api/operador/mencoes/vistas', { anotacoes: [anotacao] })
    expect(vistas.json()).toEqual({ novas: 0 })
    // Editing it with the same mentions notifies nobody again.
    await world.chamar(ana, 'PATCH', url(id, anotacao), { texto: `${texto} Obrigada.` })
    expect(await mencoes(world, bia)).toMatchObject({ total: 1, novas: 0 })
    // Whose document it is, only who sees the customer may learn.
    const porDocumento = () => mencoes(world, bia, '?busca=529.982.247-25')
    expect((await porDocumento()).total).toBe(0)
    await world.db.updateTable('cliente').set({ operador_id: null }).where('id', '=', id).execute()
    expect((await porDocumento()).total).toBe(1)
    await world.chamar(ana, 'PATCH', url(id, anotacao), { mencoes: [] })
    expect(await mencoes(world, bia)).toMatchObject({ total: 0, novas: 0 })
  })

  test('is heard live by whoever is named, and by no other operator', async ({ world, onTestFinished }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { id } = await world.criarCliente({ operador_id: ana.id })
    const ouvir = await ouvirEventos(world, onTestFinished)
    const ouvidos: Evento[] = []
    const { id: anotacao } = await anotar(world, ana, id, { texto: '@Bia', mencoes: [bia.id] })
    await world.chamar(ana, 'PATCH', url(id, anotacao), { texto: 'Ninguém', mencoes: [] })
    await expect.poll(() => ouvidos.push(...ouvir())).toBe(4)
    const dita = [
      { tipo: 'mencao', cliente_id: id, operador_id: bia.id },
      { tipo: 'cliente', cliente_id: id, operador_id: ana.id },
    ]
    expect(ouvidos).toEqual([...dita, ...dita])
  })

  test('names active operators only; who was named and was blocked since stays named', async ({ world }) => {
    const [admin, ana, bia] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
    const { id } = await world.criarCliente()
    const { id: anotacao } = await anotar(world, ana, id, { texto: '@Bia', mencoes: [bia.id] })
    await world.chamar(admin, 'PATCH', `/api/admin/operadores/${bia.id}/bloquear`)
    expect(
      (await world.chamar(ana, 'PATCH', url(id, anotacao), { texto: '@Bia oi', mencoes: [bia.id] })).statusCode,
    ).toBe(200)
    for (const quem of [bia.id, admin.id, 999]) {
      const recusada = await world.chamar(ana, 'POST', url(id), { texto: '@', mencoes: [quem] })
      expect(recusada.statusCode).toBe(422)
      expect(recusada.json().errors).toEqual({ mencoes: ['Escolha só operadores ativos.'] })
    }
  })
})
