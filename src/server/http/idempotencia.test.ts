import type { FastifyRequest } from 'fastify'
import { describe, expect } from 'vitest'
import { RegraViolada } from '#domain/erros.ts'
import type { Trx } from '#server/db/schema.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { type Pessoa, test, type World } from '#test/world.ts'
import { esquecerChaves, umaVez } from './idempotencia.ts'

const pedido = (pessoa: Pessoa, chave: string | undefined, body: unknown = { valor: 1 }, url = '/api/x/1/pagamentos') =>
  ({ headers: { 'idempotency-key': chave }, method: 'POST', url, body, usuario: pessoa }) as unknown as FastifyRequest

/** Leaves a trace in the database each time it is really done. */
const fazer = (world: World, antes?: () => Promise<void>) => async (trx: Trx) => {
  await antes?.()
  const feito = await trx
    .insertInto('tentativa_login')
    .values({ chave: 'feito', em: world.relogio.agora() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: feito.id, valor: 1.5 }
}
const vezes = async (world: World) => (await world.db.selectFrom('tentativa_login').select('id').execute()).length

describe('an Idempotency-Key', () => {
  test('answers the same and does nothing twice', async ({ world }) => {
    const ana = await world.criarOperador()
    const primeira = await umaVez(world.servicos, pedido(ana, 'a'), fazer(world))
    expect(await umaVez(world.servicos, pedido(ana, 'a'), fazer(world))).toEqual(primeira)
    expect(await vezes(world)).toBe(1)
  })

  test('is another one for another key, person or call, and none without the header', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    await umaVez(world.servicos, pedido(ana, 'a'), fazer(world))
    await umaVez(world.servicos, pedido(ana, 'b'), fazer(world))
    await umaVez(world.servicos, pedido(bia, 'a'), fazer(world))
    await umaVez(world.servicos, pedido(ana, 'a', undefined, '/api/x/2/pagamentos'), fazer(world))
    await umaVez(world.servicos, Object.assign(pedido(ana, 'a'), { method: 'PATCH' }), fazer(world))
    await umaVez(world.servicos, pedido(ana, undefined), fazer(world))
    await umaVez(world.servicos, pedido(ana, undefined), fazer(world))
    expect(await vezes(world)).toBe(7)
  })

  test('makes a second call at the same time wait for the first', async ({ world }) => {
    const ana = await world.criarOperador()
    const seteEsperam = () => esperarNaTrava(world.db, 7)
    const juntas = Array.from({ length: 8 }, () => umaVez(world.servicos, pedido(ana, 'a'), fazer(world, seteEsperam)))
    const respostas = await Promise.all(juntas)
    expect(new Set(respostas.map((resposta) => resposta.id)).size).toBe(1)
    expect(await vezes(world)).toBe(1)
  })

  test('is free again when the action fails, also for whoever waited', async ({ world }) => {
    const ana = await world.criarOperador()
    let seguinte: Promise<unknown> | undefined
    const falha = umaVez(world.servicos, pedido(ana, 'a'), async (trx) => {
      seguinte = umaVez(world.servicos, pedido(ana, 'a'), fazer(world))
      await fazer(world, () => esperarNaTrava(world.db))(trx)
      throw new RegraViolada('nao', 'Não.')
    })
    await expect(falha).rejects.toThrow('Não.')
    expect(await seguinte).toMatchObject({ valor: 1.5 })
    expect(await vezes(world)).toBe(1)
  })

  test('with another body is refused', async ({ world }) => {
    const ana = await world.criarOperador()
    await umaVez(world.servicos, pedido(ana, 'a'), fazer(world))
    const outra = umaVez(world.servicos, pedido(ana, 'a', { valor: 2 }), fazer(world))
    await expect(outra).rejects.toMatchObject({ campos: { 'idempotency-key': [expect.any(String)] } })
    expect(await vezes(world)).toBe(1)
  })

  test('too long or empty is refused', async ({ world }) => {
    const ana = await world.criarOperador()
    for (const chave of ['', 'x'.repeat(201)]) {
      await expect(umaVez(world.servicos, pedido(ana, chave), fazer(world))).rejects.toHaveProperty('campos')
    }
  })

  test('is kept for a day', async ({ world }) => {
    const ana = await world.criarOperador()
    await umaVez(world.servicos, pedido(ana, 'a'), fazer(world))
    world.relogio.passar({ horas: 24, segundos: -1 })
    await esquecerChaves(world.servicos)
    await umaVez(world.servicos, pedido(ana, 'a'), fazer(world))
    expect(await vezes(world)).toBe(1)
    world.relogio.passar({ segundos: 1 })
    await umaVez(world.servicos, pedido(ana, 'a', { valor: 2 }), fazer(world))
    expect(await vezes(world)).toBe(2)
  })
})
