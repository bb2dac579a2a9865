import { describe, expect } from 'vitest'
import { esperarAte } from '#test/espera.ts'
import { ligarEmulador } from '#test/modelos.ts'
import { escrever } from '#test/whatsapp.ts'
import { test } from '#test/world.ts'

describe('the customer is told', () => {
  test('that the message was read, when an operator opens the conversation, and that somebody writes', async ({
    world,
  }) => {
    const palco = await ligarEmulador(world)
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    const { wamid } = await palco.emulador.recebidas.receber('+5511988880001', { tipo: 'texto', texto: 'Oi' })
    await escrever(world, { de: '5511988880001', id: wamid })
    const [mensagem] = palco.emulador.aparelho('+5511988880001').mensagens
    await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)
    await esperarAte('the customer sees it read', () => mensagem?.status === 'read')
    const digitar = () => world.chamar(ana, 'POST', `/api/operador/clientes/${id}/digitando`)
    expect((await digitar()).statusCode).toBe(204)
    // A message to a former number is marked as read on that number.
    const { wamid: antes } = await palco.emulador.recebidas.receber('+5511988880001', { tipo: 'texto', texto: 'Alô?' })
    await escrever(world, { de: '5511988880001', id: antes })
    palco.emulador.usarNumero('300000000000002')
    const admin = await world.criarAdmin()
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/whatsapp', { phone_number_id: '300000000000002' })
    await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)
    const [, outra] = palco.emulador.aparelho('+5511988880001').mensagens
    await esperarAte('the customer sees that one read too', () => outra?.status === 'read')
    await palco.fechar()
    expect((await digitar()).statusCode).toBe(204) // a typing indicator that fails is no error
  })
})
