import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { test } from '#test/world.ts'
import type { Trx } from './schema.ts'
import { emTransacao } from './transacao.ts'

const somar = (trx: Trx, id: number) =>
  trx
    .updateTable('cliente')
    .set((eb) => ({ nao_lidas: eb('nao_lidas', '+', 1) }))
    .where('id', '=', id)
    .execute()

describe('emTransacao', () => {
  test('does both of two transactions that wait for each other, each once', async ({ world }) => {
    const [um, outro] = [await world.criarCliente(), await world.criarCliente()]
    let parados = 0
    let seguir = () => {}
    const ambosPararam = new Promise<void>((pronto) => {
      seguir = pronto
    })
    let tentativas = 0
    const nestaOrdem = (ids: number[]) => {
      let primeira = true
      return emTransacao(world.db, async (trx) => {
        tentativas += 1
        await sql`set local deadlock_timeout = '20ms'`.execute(trx)
        await somar(trx, ids[0]!)
        if (primeira) {
          primeira = false
          parados += 1
          if (parados === 2) seguir()
          await ambosPararam
        }
        await somar(trx, ids[1]!)
        return 'feita'
      })
    }
    const feitas = await Promise.all([nestaOrdem([um.id, outro.id]), nestaOrdem([outro.id, um.id])])
    expect(feitas).toEqual(['feita', 'feita'])
    expect(tentativas).toBe(3)
    const lidas = await world.db.selectFrom('cliente').select('nao_lidas').execute()
    expect(lidas.map(({ nao_lidas }) => nao_lidas)).toEqual([2, 2])
  })

  test('passes on what the database refuses for another reason, at once', async ({ world }) => {
    let tentativas = 0
    const recusada = emTransacao(world.db, async (trx) => {
      tentativas += 1
      await sql`select 1 / 0`.execute(trx)
    })
    await expect(recusada).rejects.toThrow(/division by zero/)
    expect(tentativas).toBe(1)
  })
})
