import { describe, expect } from 'vitest'
import { chavesDeHash, hashDe } from '#server/chaves/telefones.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { enquantoEspera } from '#test/espera.ts'
import { test } from '#test/world.ts'
import { invalidarContato } from './contato-invalido.actions.ts'
import { contatosDe } from './contatos.actions.ts'
import { travarClientes } from './status.actions.ts'

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

test('who shared a phone found wrong and is given another meanwhile goes on being billed', async ({ world }) => {
  const [quem, outro] = [await world.criarCliente(), await world.criarCliente()]
  const agora = world.relogio.agora()
  await enquantoEspera(world.db, {
    segurar: (trx) => travarClientes(trx, [quem.id]),
    pedir: () => emTransacao(world.db, (trx) => invalidarContato(trx, quem.contatoId!, agora, agora)),
    depois: (trx) =>
      trx.updateTable('cliente').set({ contato_id: outro.contatoId }).where('id', '=', quem.id).execute(),
  })
  const status = world.db.selectFrom('cliente').select('status').where('id', '=', quem.id)
  expect(await status.executeTakeFirst()).toEqual({ status: 'ativo' })
})
