import { describe, expect } from 'vitest'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import type { Pessoa, World } from '#test/world.ts'

const base = '/api/operador/clientes'
const acoesNoLog = async (world: World, id: number) =>
  (await world.db.selectFrom('log').select('acao').where('entidade_id', '=', id).orderBy('id').execute()).map(
    (linha) => linha.acao,
  )

describe('mending a contact', () => {
  const mudar = (world: World, quem: Pessoa, id: number, corpo: object) =>
    world.chamar(quem, 'PATCH', `${base}/${id}`, corpo)

  test('changes what is sent and no other; a new phone leaves the invalid one behind', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contatoId } = await world.criarCliente({ nome: 'Zé', email: 'ze@x.com' })
    await world.db
      .updateTable('contato')
      .set({ invalido_em: world.relogio.agora() })
      .where('id', '=', contatoId)
      .execute()
    expect((await world.chamar(ana, 'GET', `${base}/${id}`)).json().contato_invalido).toBe(true)
    const mudado = await mudar(world, ana, id, { telefone: '(11) 91234-5678' })
    expect(mudado.json()).toMatchObject({
      nome: 'Zé',
      email: 'ze@x.com',
      telefone: '+5511912345678',
      contato_invalido: false,
    })
    expect((await mudar(world, ana, id, { nome: ' Zé  Maria ', email: '' })).json()).toMatchObject({
      nome: 'Zé Maria',
      email: null,
      telefone: '+5511912345678',
    })
    const [ultimo] = (await world.chamar(ana, 'GET', `${base}/${id}`)).json().historico
    expect(ultimo.descricao).toMatch(/^Contato de Zé Maria corrigido: nome, e-mail\.$/)
    expect((await mudar(world, ana, id, { telefone: null })).json().telefone).toBeNull()
    expect(await acoesNoLog(world, id)).toEqual([
      'cliente.mudar_contato',
      'cliente.mudar_contato',
      'cliente.mudar_contato',
    ])
  })

  for (const corpo of [{ telefone: '12' }, { email: 'sem-arroba' }, { nome: '   ' }]) {
    test(`${JSON.stringify(corpo)}: 422 naming it`, async ({ world }) => {
      const { id } = await world.criarCliente()
      const resposta = await mudar(world, await world.criarOperador(), id, corpo)
      expect(resposta.statusCode).toBe(422)
      expect(Object.keys(resposta.json().errors)).toEqual(Object.keys(corpo))
    })
  }
})

describe('changing hands', () => {
  test('to another operator, to nobody, and into the queue from service', async ({ world }) => {
    const admin = await world.criarAdmin()
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente()
    const transferir = (operador_id: number | null) =>
      world.chamar(admin, 'POST', `/api/admin/clientes/${id}/transferir`, { operador_id })
    expect((await transferir(ana.id)).json()).toMatchObject({ operador: { id: ana.id }, status: 'ativo' })
    await world.chamar(ana, 'POST', `${base}/${id}/assumir`)
    expect((await transferir(null)).json()).toMatchObject({
      operador: null,
      status: 'aguardando_atendimento',
      aguardando_motivo: 'sem_operador',
    })
    expect((await transferir(admin.id)).json().errors).toHaveProperty('operador_id')
    expect((await transferir(999)).statusCode).toBe(422)
    expect(
      (await world.chamar(admin, 'POST', '/api/admin/clientes/999/transferir', { operador_id: null })).statusCode,
    ).toBe(404)
    expect(await acoesNoLog(world, id)).toEqual([
      'cliente.transferir',
      'cliente.assumir',
      'cliente.transferir',
      'cliente.perder_operador',
    ])
  })

  test("shares nobody's evenly and leaves what has an owner", async ({ world }) => {
    const admin = await world.criarAdmin()
    const [ana, bia, caio] = [await world.criarOperador(), await world.criarOperador(), await world.criarOperador()]
    for (let n = 0; n < 7; n += 1) await world.criarCliente({ nome: `Livre ${n}` })
    await world.criarCliente({ nome: 'Livre de outra lista', status: 'pausado' })
    await world.criarCliente({ nome: 'Livre só no nome', operador_id: caio.id })
    const operadores = [ana.id, bia.id, ana.id]
    const resposta = await world.chamar(admin, 'POST', '/api/admin/clientes/distribuir', {
      operadores,
      status: 'ativo',
      busca: 'livre',
    })
    expect(resposta.json()).toEqual({ distribuidos: 7 })
    const total = async (um: Pessoa) =>
      (await world.chamar(admin, 'GET', `/api/admin/clientes?operador_id=${um.id}`)).json().total
    expect([await total(ana), await total(bia), await total(caio)]).toEqual([4, 3, 1])
  })
})
