import { describe, expect } from 'vitest'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { envelope, enviarWebhook, escrever, esvaziarEntrada } from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'

const base = '/api/admin/whatsapp/eventos'
const umEstranho = (world: World) => enviarWebhook(world, envelope('um_campo_de_2028', { x: 'um_campo_de_2028' }))

describe('what Meta told', () => {
  test('is listed for administrators alone, by situation, kind and search, and shown whole', async ({ world }) => {
    const admin = await world.criarAdmin()
    await escrever(world, { de: '5511988880001', texto: 'Oi' })
    await umEstranho(world)
    await esvaziarEntrada(world)
    expect((await world.chamar(await world.criarOperador(), 'GET', base)).statusCode).toBe(403)
    const listar = async (query: string) => (await world.chamar(admin, 'GET', `${base}?${query}`)).json()
    expect(await listar('')).toMatchObject({ total: 2, current_page: 1 })
    expect((await listar('situacao=de_lado')).data).toMatchObject([
      { tipo: 'outro', situacao: 'de_lado', tentativas: 1, motivo: expect.stringContaining('um_campo_de_2028') },
    ])
    expect((await listar('busca=98888-0001')).total).toBe(1)
    const [mensagem] = (await listar('tipo=mensagem&busca=(11)98888-0001')).data
    expect(mensagem).toMatchObject({ tipo: 'mensagem', situacao: 'processado', contato: '551188880001' })
    const inteira = (await world.chamar(admin, 'GET', `${base}/${mensagem.id}`)).json()
    expect(inteira.conteudo.mensagem.text.body).toBe('Oi')
    expect((await world.chamar(admin, 'GET', `${base}?situacao=perdido`)).statusCode).toBe(422)
    expect((await world.chamar(admin, 'GET', `${base}/999999`)).statusCode).toBe(404)
  })

  test('goes away as a spreadsheet, under the same filters and without what Meta sent', async ({ world }) => {
    const admin = await world.criarAdmin()
    await escrever(world, { de: '5511988880001', texto: 'Segredo' })
    await umEstranho(world)
    await esvaziarEntrada(world)
    const baixar = (consulta = '') => world.chamar(admin, 'GET', `${base}/exportar.csv${consulta}`)
    const todos = await baixar()
    expect(todos.headers['content-disposition']).toBe('attachment; filename="avisos-da-meta-2026-11-24.csv"')
    expect(todos.body.split('\r\n')).toHaveLength(4)
    expect(todos.body).toContain('"mensagem";"processado";"";"551188880001"')
    expect(todos.body).not.toContain('Segredo')
    expect((await baixar('?situacao=de_lado')).body).toContain('um_campo_de_2028')
    expect((await baixar('?situacao=de_lado')).body).not.toContain('551188880001')
    expect((await baixar('?situacao=perdido')).statusCode).toBe(422)
    expect((await world.chamar(await world.criarOperador(), 'GET', `${base}/exportar.csv`)).statusCode).toBe(403)
  })

  test('may be processed again: what was done is not done twice', async ({ world }) => {
    const admin = await world.criarAdmin()
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001' })
    const [evento] = (await world.chamar(admin, 'GET', `${base}?tipo=mensagem`)).json().data
    const resposta = await world.chamar(admin, 'POST', `${base}/${evento.id}/reprocessar`)
    expect(resposta.json()).toMatchObject({ situacao: 'processado', motivo: null })
    const cliente = await linha(world, 'cliente', id)
    expect(cliente.nao_lidas).toBe(1)
  })

  test('what was set aside goes through the inbox again once the program knows better', async ({ world }) => {
    const admin = await world.criarAdmin()
    await umEstranho(world)
    await esvaziarEntrada(world)
    const [evento] = (await world.chamar(admin, 'GET', `${base}?situacao=de_lado`)).json().data
    const denovo = await world.chamar(admin, 'POST', `${base}/${evento.id}/reprocessar`)
    expect(denovo.json()).toMatchObject({ situacao: 'de_lado' })
    // As if a version that knows the field were running now.
    const valor = { max_daily_conversations_per_business: 2000 }
    const conta = world.conta.businessAccountId
    await world.db
      .updateTable('evento_recebido')
      .set({ payload: JSON.stringify({ campo: 'business_capability_update', valor, conta }) })
      .execute()
    const todos = await world.chamar(admin, 'POST', `${base}/reprocessar`)
    expect(todos.json()).toEqual({ reprocessados: 1 })
    await esvaziarEntrada(world)
    const { data } = (await world.chamar(admin, 'GET', base)).json()
    expect(data).toMatchObject([
      { tipo: 'conta', situacao: 'processado' },
      { tipo: 'outro', situacao: 'processado' },
    ])
  })

  test('may be given as seen, once', async ({ world }) => {
    const admin = await world.criarAdmin()
    await umEstranho(world)
    await esvaziarEntrada(world)
    const [evento] = (await world.chamar(admin, 'GET', `${base}?situacao=de_lado`)).json().data
    const descartar = () => world.chamar(admin, 'POST', `${base}/${evento.id}/descartar`)
    expect((await descartar()).json()).toMatchObject({ situacao: 'processado' })
    expect((await descartar()).json().codigo).toBe('evento_nao_esta_de_lado')
    expect((await world.chamar(admin, 'GET', `${base}?situacao=de_lado`)).json().total).toBe(0)
  })

  test('is forgotten with the person that asks for it, and cannot be processed again', async ({ world }) => {
    const admin = await world.criarAdmin()
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    const reacao = { type: 'reaction', reaction: { message_id: 'wamid.A', emoji: '👍' } }
    await escrever(world, { de: '5511988880001', texto: 'moro na rua tal' }, { de: '5511988880001', outros: reacao })
    await world.chamar(admin, 'POST', `/api/admin/clientes/${id}/anonimizar`, { motivo: 'Pedido do titular' })
    const eventos = await world.db.selectFrom('evento_recebido').selectAll().orderBy('id').execute()
    expect(eventos.map(({ payload, ordem }) => [payload, ordem])).toEqual([
      [{}, null],
      [{}, null],
    ])
    const resposta = await world.chamar(admin, 'POST', `${base}/${eventos[0]?.id}/reprocessar`)
    expect(resposta.json().codigo).toBe('evento_apagado')
  })
})
