import { describe, expect } from 'vitest'
import { acoesAceitas, STATUS_CLIENTE } from '#domain/cliente.ts'
import { enquantoEspera, esperarNaTrava } from '#test/espera.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import type { Pessoa, World } from '#test/world.ts'
import { travarClientes } from './status.actions.ts'

const base = '/api/operador/clientes'
const acoesNoLog = async (world: World, id: number) =>
  (await world.db.selectFrom('log').select('acao').where('entidade_id', '=', id).orderBy('id').execute()).map(
    (linha) => linha.acao,
  )

describe('taking over', () => {
  test('of fifty operators at once exactly one wins, and the others are told who', async ({ world }) => {
    const operadores = await Promise.all(Array.from({ length: 50 }, () => world.criarOperador()))
    const { id } = await world.criarCliente({ status: 'aguardando_atendimento' })
    const respostas = await Promise.all(operadores.map((um) => world.chamar(um, 'POST', `${base}/${id}/assumir`)))
    const ganhou = respostas.filter((resposta) => resposta.statusCode === 200)
    expect(ganhou).toHaveLength(1)
    const dono = ganhou[0]?.json().cliente.operador
    for (const perdeu of respostas.filter((resposta) => resposta.statusCode !== 200)) {
      expect(perdeu.statusCode).toBe(409)
      expect(perdeu.json().codigo).toBe('ja_assumido')
      expect(perdeu.json().message).toContain(dono.name)
    }
    expect(await acoesNoLog(world, id)).toEqual(['cliente.assumir'])
  })

  test('by the operator who already has the customer: 200, and nothing changes', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente()
    const primeira = await world.chamar(ana, 'POST', `${base}/${id}/assumir`)
    world.relogio.passar({ minutos: 5 })
    const segunda = await world.chamar(ana, 'POST', `${base}/${id}/assumir`)
    expect(segunda.statusCode).toBe(200)
    expect(segunda.json().cliente).toEqual(primeira.json().cliente)
    expect(await acoesNoLog(world, id)).toEqual(['cliente.assumir'])
  })

  test('somebody blocked meanwhile writes nothing', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente()
    const bloqueio = await world.db.transaction().execute(async (trx) => {
      await trx.updateTable('usuario').set({ status: 'Bloqueado' }).where('id', '=', ana.id).execute()
      const tentativa = world.chamar(ana, 'POST', `${base}/${id}/assumir`)
      await esperarNaTrava(world.db) // it has passed the session and waits for the block
      return { tentativa }
    })
    expect((await bloqueio.tentativa).statusCode).toBe(403)
    expect(await acoesNoLog(world, id)).toEqual([])
  })
})

test.for([
  ['sharing out', null, (bia: number, id: number) => ['POST', 'clientes/distribuir', { operadores: [bia], ids: [id] }]],
  [
    'moving all of nobody’s',
    null,
    (bia: number) => ['POST', 'clientes/transferir', { operador_id: bia, filtro: { operador_id: 'nenhum' } }],
  ],
  ['the block of who had them', 'bia', (bia: number) => ['PATCH', `operadores/${bia}/bloquear`, undefined]],
] as const)('%s leaves to an operator whom it waited for to take over', async ([, antes, pedido], { world }) => {
  const [admin, ana, bia] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
  const { id } = await world.criarCliente({ operador_id: antes && bia.id })
  const [metodo, onde, corpo] = pedido(bia.id, id) as ['POST' | 'PATCH', string, object | undefined]
  const resposta = await enquantoEspera(world.db, {
    segurar: (trx) => travarClientes(trx, [id]),
    pedir: () => world.chamar(admin, metodo, `/api/admin/${onde}`, corpo),
    depois: (trx) => trx.updateTable('cliente').set({ operador_id: ana.id }).where('id', '=', id).execute(),
  })
  expect(resposta.statusCode).toBe(200)
  const dono = await world.db.selectFrom('cliente').select('operador_id').where('id', '=', id).execute()
  expect(dono).toEqual([{ operador_id: ana.id }])
})

describe("a person's calls, in every status", () => {
  const CHAMADAS = {
    assumir: ['POST', 'assumir', undefined],
    pausar: ['PATCH', 'pausar', { motivo: 'Pediu prazo' }],
    reativar: ['PATCH', 'reativar', undefined],
  } as const

  for (const status of STATUS_CLIENTE) {
    for (const acao of ['assumir', 'pausar', 'reativar'] as const) {
      const [metodo, caminho, corpo] = CHAMADAS[acao]
      const esperado = acoesAceitas(status).includes(acao) || (status === 'em_atendimento' && acao === 'assumir')
      test(`${acao} in ${status}: ${esperado ? 200 : 409}`, async ({ world }) => {
        const ana = await world.criarOperador()
        const cliente = await world.criarCliente({ status, operador_id: ana.id }, status === 'concluido' ? [] : [{}])
        const antes = await world.chamar(ana, 'GET', `${base}/${cliente.id}`)
        const resposta = await world.chamar(ana, metodo, `${base}/${cliente.id}/${caminho}`, corpo)
        expect(resposta.statusCode).toBe(esperado ? 200 : 409)
        if (esperado) return
        const semContas = status === 'concluido' && acao === 'reativar'
        expect(resposta.json().codigo).toBe(semContas ? 'sem_contas_em_aberto' : 'transicao_invalida')
        expect((await world.chamar(ana, 'GET', `${base}/${cliente.id}`)).json()).toEqual(antes.json())
      })
    }
  }

  test("another operator's customer: 404 everywhere, nobody's: everyone's", async ({ world }) => {
    const ana = await world.criarOperador()
    const bia = await world.criarOperador()
    const { id } = await world.criarCliente({ operador_id: ana.id, status: 'em_atendimento' })
    const livre = await world.criarCliente({ status: 'pausado' })
    for (const [metodo, caminho, corpo] of [
      ['GET', '', undefined],
      ['PATCH', '', { nome: 'Outro' }],
      ['PATCH', '/pausar', { motivo: 'Pediu prazo' }],
      ['PATCH', '/reativar', undefined],
    ] as const) {
      expect((await world.chamar(bia, metodo, `${base}/${id}${caminho}`, corpo)).statusCode).toBe(404)
    }
    const reativado = await world.chamar(bia, 'PATCH', `${base}/${livre.id}/reativar`)
    expect(reativado.json().cliente).toMatchObject({ status: 'ativo', operador: null, motivo_pausa: null })
  })

  test('a pause wants a reason and a day to come', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente()
    const pausar = (corpo: object) => world.chamar(ana, 'PATCH', `${base}/${id}/pausar`, corpo)
    expect((await pausar({ motivo: 'ab' })).json().errors).toHaveProperty('motivo')
    expect((await pausar({ motivo: 'Pediu prazo', ate: world.hoje() })).json().errors).toHaveProperty('ate')
    expect((await pausar({ motivo: 'Pediu prazo', ate: '9999-12-31' })).json().errors).toHaveProperty('ate')
    const pausado = await pausar({ motivo: 'Pediu prazo', ate: '2026-11-30' })
    expect(pausado.json().cliente).toMatchObject({
      status: 'pausado',
      motivo_pausa: 'Pediu prazo',
      pausado_ate: '2026-11-30',
    })
    const { historico } = (await world.chamar(ana, 'GET', `${base}/${id}`)).json()
    const log = historico.find((um: { acao: string }) => um.acao === 'cliente.pausar')
    expect(log.pausado_ate).toBe('2026-11-30')
    expect(log.descricao).toMatch(/ passou de Em cobrança para Pausado até 30\/11\/2026\.$/)
  })
})

describe('giving back to the queue', () => {
  const devolver = (world: World, quem: Pessoa, id: number) => world.chamar(quem, 'PATCH', `${base}/${id}/devolver`)

  test('undoes a take-over: reason, waiting time and whose it was are as before', async ({ world }) => {
    const ana = await world.criarOperador()
    const desde = new Date(world.relogio.agora().getTime() - 3_600_000)
    const espera = {
      status: 'aguardando_atendimento',
      aguardando_desde: desde,
      aguardando_motivo: 'sem_resposta',
    } as const
    const livre = await world.criarCliente(espera)
    const meu = await world.criarCliente({ ...espera, operador_id: ana.id })
    for (const { id, dono } of [
      { id: livre.id, dono: null },
      { id: meu.id, dono: ana.id },
    ]) {
      const antes = (await world.chamar(ana, 'GET', `${base}/${id}`)).json()
      const { cliente } = (await world.chamar(ana, 'POST', `${base}/${id}/assumir`)).json()
      expect(cliente.assumido_da_fila).toEqual({ desde: desde.toISOString(), motivo: 'sem_resposta' })
      world.relogio.passar({ minutos: 5 })
      const volta = (await devolver(world, ana, id)).json().cliente
      expect(volta).toMatchObject({
        status: 'aguardando_atendimento',
        aguardando_desde: desde.toISOString(),
        aguardando_motivo: 'sem_resposta',
        assumido_da_fila: null,
      })
      expect(volta.operador?.id ?? null).toBe(dono)
      expect(volta.numero_chamadas).toBe(antes.numero_chamadas)
      expect(await acoesNoLog(world, id)).toEqual(['cliente.assumir', 'cliente.devolver'])
      const segunda = await devolver(world, ana, id)
      expect([segunda.statusCode, segunda.json().codigo]).toEqual([409, 'transicao_invalida'])
    }
  })

  test('is refused to whoever was not taken from the queue, and to another operator', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { id } = await world.criarCliente()
    await world.chamar(ana, 'POST', `${base}/${id}/assumir`)
    const recusada = await devolver(world, ana, id)
    expect([recusada.statusCode, recusada.json().codigo]).toEqual([409, 'nao_veio_da_fila'])
    expect((await devolver(world, bia, id)).statusCode).toBe(404)
    const fila = await world.criarCliente({ status: 'aguardando_atendimento' })
    await world.chamar(ana, 'POST', `${base}/${fila.id}/assumir`)
    await world.chamar(ana, 'PATCH', `${base}/${fila.id}/reativar`)
    await world.chamar(ana, 'POST', `${base}/${fila.id}/assumir`) // now from the engine
    expect((await devolver(world, ana, fila.id)).json().codigo).toBe('nao_veio_da_fila')
  })

  test('of whoever an administrator gave to somebody leaves them theirs', async ({ world }) => {
    const [admin, ana, bia] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
    const { id } = await world.criarCliente({ status: 'aguardando_atendimento' })
    await world.chamar(ana, 'POST', `${base}/${id}/assumir`)
    await world.chamar(admin, 'POST', `/api/admin/clientes/${id}/transferir`, { operador_id: bia.id })
    expect((await devolver(world, bia, id)).json().cliente).toMatchObject({
      status: 'aguardando_atendimento',
      operador: { id: bia.id },
    })
  })
})

describe('handing back to the engine', () => {
  test('from a later day on: paused until then, and refused for today or before', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ status: 'em_atendimento', operador_id: ana.id })
    const reativar = (corpo: object) => world.chamar(ana, 'PATCH', `${base}/${id}/reativar`, corpo)
    expect((await reativar({ a_partir_de: world.hoje() })).json().errors).toHaveProperty('a_partir_de')
    const { cliente } = (await reativar({ a_partir_de: '2026-11-25' })).json()
    expect(cliente).toMatchObject({
      status: 'pausado',
      pausado_ate: '2026-11-25',
      motivo_pausa: 'Volta à cobrança em 25/11/2026.',
      operador: { id: ana.id },
    })
    expect((await reativar({ a_partir_de: '2026-11-26' })).json().cliente.pausado_ate).toBe('2026-11-26')
    expect((await reativar({})).json().cliente).toMatchObject({ status: 'ativo', pausado_ate: null })
    expect(await acoesNoLog(world, id)).toEqual(['cliente.reativar', 'cliente.reativar', 'cliente.reativar'])
    const recusada = await reativar({ a_partir_de: '2026-11-26' })
    expect([recusada.statusCode, recusada.json().codigo]).toEqual([409, 'transicao_invalida'])
  })
})
