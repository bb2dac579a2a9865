import { describe, expect } from 'vitest'
import { chavesDeHash, hashDe } from '#server/chaves/telefones.ts'
import { test } from '#test/world.ts'
import { contatosDe } from './contatos.actions.ts'

describe('contatosDe', () => {
  test('one contact for one telephone, with or without its ninth digit, however often', async ({ world }) => {
    const { chaveSecreta } = world.servicos
    const garantir = (telefones: string[]) =>
      world.db.transaction().execute((trx) => contatosDe(trx, chaveSecreta, telefones, 'teste', world.relogio.agora()))
    const [a, b] = await Promise.all([
      garantir(['+5511987654321', '+551187654321', '+551133334444']),
      garantir(['+551133334444', '+5511987654321']),
    ])
    expect(a.get('+5511987654321')).toBe(a.get('+551187654321'))
    expect(a.get('+551133334444')).toBe(b.get('+551133334444'))
    expect(await world.db.selectFrom('contato').select('id').execute()).toHaveLength(2)
  })

  test('a telephone that was anonymised finds its opt-out again', async ({ world }) => {
    const { chaveSecreta } = world.servicos
    const [chave] = await chavesDeHash(world.db, chaveSecreta)
    const hash = hashDe(chave!, { canonico: '551187654321' })
    const { id } = await world.db
      .insertInto('contato')
      .values({ canonico: null, hash, aceita_mensagens: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    const contatos = await world.db
      .transaction()
      .execute((trx) => contatosDe(trx, chaveSecreta, ['+5511987654321'], 'teste', world.relogio.agora()))
    expect(contatos.get('+5511987654321')).toBe(id)
    expect(await world.db.selectFrom('contato').select(['id', 'aceita_mensagens']).execute()).toEqual([
      { id, aceita_mensagens: false },
    ])
  })
})
