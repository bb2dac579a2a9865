import { describe, expect } from 'vitest'
import { comBanco, DEVE, preparar, removida, situacoes } from '#test/codigos.ts'
import { esperarAte } from '#test/espera.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { pagar } from '#test/pagamentos.ts'
import { completarCodigos } from './completar.actions.ts'

// What the PSP is asked before a code that it made is given again.
describe('a PSP', () => {
  test('that removed a charge by itself: it is given to nobody again, by hand or in a message', async ({ world }) => {
    let removeu = false
    await comBanco(
      world,
      async (banco, { emitir, cliente, listar }) => {
        const contas = [cliente.contas[1]!]
        const cobv = (await emitir(contas)).json()
        const outro = (await emitir([cliente.contas[0]!])).json()
        const ditos = (await listar()).map(({ copia_e_cola }: { copia_e_cola: string }) => copia_e_cola)
        expect(ditos).toEqual([outro.copia_e_cola, cobv.copia_e_cola])
        removeu = true
        const denovo = await emitir(contas)
        expect([denovo.statusCode, denovo.json()]).toEqual([
          200,
          expect.objectContaining({ tipo: 'pix_estatico', valor: 500, situacao: 'emitido' }),
        ])
        expect((await emitir(contas)).json().id).toBe(denovo.json().id)
        const preparados = await preparar(world, cliente.id, [cliente.contas[0]!])
        const [daMensagem] = await completarCodigos(world.servicos, preparados)
        expect(preparados[0]).toMatchObject({ id: outro.id, novo: false })
        expect(daMensagem).toMatchObject({ tipo: 'pix_estatico', valorCentavos: 10_217 })
        expect(await situacoes(world)).toEqual(['cancelado', 'cancelado', 'emitido', 'emitido'])
        expect(cobv.situacao).toBe('emitido')
        expect(banco.pedidos.filter((um) => um.startsWith('PUT'))).toHaveLength(2)
      },
      removida(() => removeu),
    )
  })

  test('asked whether a charge is still there while a part of it is paid: no code that ended is given', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, cliente, operador }) => {
      await emitir()
      banco.psp.falhas.provocar({ como: 'lenta', ms: 1_000 })
      const pedido = emitir()
      await esperarAte('the PSP is asked', async () => banco.pedidos.some((um) => um.startsWith('GET /v2/cob')))
      await pagar(world, operador, cliente.contas[0]!, 1)
      banco.agendador.avancar(1_000)
      const dito = await pedido
      expect([dito.statusCode, dito.json()]).toMatchObject([409, { codigo: 'conta_mudou' }])
    })
  })

  test('asked by a message and a person at once of a charge that it removed: both get the code in its place', async ({
    world,
  }) => {
    await comBanco(
      world,
      async (banco, { emitir, cliente }) => {
        const contas = [cliente.contas[0]!]
        await emitir(contas)
        const preparados = await preparar(world, cliente.id, contas)
        banco.psp.falhas.provocar({ como: 'lenta', ms: 1_000 })
        const daPessoa = emitir(contas)
        await esperarAte('the PSP is asked', async () => banco.pedidos.some((um) => um.startsWith('GET /v2/cob')))
        const [daMensagem] = await completarCodigos(world.servicos, preparados)
        banco.agendador.avancar(1_000)
        const dito = await daPessoa
        expect([dito.statusCode, dito.json()]).toMatchObject([200, { id: daMensagem!.id, situacao: 'emitido' }])
      },
      removida(() => true),
    )
  })

  test('that answers a message and not the person who asks at once: both get the code that the message has', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, cliente }) => {
      await (await world.servicos.pix.api())!.provar(world.relogio.agora()) // with a token
      const preparados = await preparar(world, cliente.id, cliente.contas)
      banco.psp.falhas.provocar({ como: 'lenta', ms: 1_000 })
      const daPessoa = emitir()
      await esperarAte('the PSP is asked', async () => banco.pedidos.some((um) => um.startsWith('PUT')))
      const [daMensagem] = await completarCodigos(world.servicos, preparados)
      expect(daMensagem).toMatchObject({ id: preparados[0]!.id, tipo: 'pix_cob', copiaECola: expect.any(String) })
      banco.app.server.closeAllConnections()
      const { id, copia_e_cola } = (await daPessoa).json()
      expect([id, copia_e_cola]).toEqual([daMensagem!.id, daMensagem!.copiaECola])
      expect(await situacoes(world)).toEqual(['emitido'])
    })
  })

  test('that does not say whether a charge is there is asked again by the next act, and by no repeated one', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, cliente, operador }) => {
      const { id } = (await emitir()).json()
      const vezes = () => banco.pedidos.filter((um) => um.startsWith('GET /v2/cob')).length
      const chave = { 'idempotency-key': 'k1' }
      banco.psp.falhas.provocar({ como: 'status', http: 503 })
      for (const _ of [1, 2]) expect((await emitir(cliente.contas, operador, chave)).json().id).toBe(id)
      expect(vezes()).toBe(1)
      for (const _ of [1, 2]) expect((await emitir()).json().id).toBe(id)
      expect(vezes()).toBe(2) // what it said holds for a minute
    })
  })

  test('that rests takes no living code of its own away: an operator and a message are given it again', async ({
    world,
  }) => {
    await comBanco(world, async (banco, { emitir, cliente, operador }) => {
      const contas = [cliente.contas[1]!]
      const cobv = (await emitir(contas)).json()
      const outro = await world.criarCliente({ documento: '11144477735' }, [DEVE])
      banco.psp.falhas.provocar({ como: 'status', http: 429, retryAfter: 60 })
      const daOutra = await world.chamar(operador, 'POST', `/api/operador/clientes/${outro.id}/codigos`, {
        contas: outro.contas,
      })
      expect([daOutra.json().tipo, world.servicos.pix.emFalta()]).toEqual(['pix_estatico', true])
      const denovo = await emitir(contas)
      expect([denovo.statusCode, denovo.json()]).toEqual([200, cobv])
      const [daMensagem] = await preparar(world, cliente.id, contas, false)
      expect(daMensagem).toMatchObject({ id: cobv.id, copiaECola: cobv.copia_e_cola, novo: false })
      expect((await emitir()).json().tipo).toBe('pix_estatico') // other accounts get another code, as always
    })
  })
})
