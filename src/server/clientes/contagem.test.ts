import { expect } from 'vitest'
import { violada } from '#test/invariantes.ts'
import { test } from '#test/world.ts'
import { receberResposta } from './automaticas.actions.ts'
import { compactarContagem, contar } from './contagem.queries.ts'

test('the kept counts follow every write, also while they are folded', async ({ world }) => {
  const ana = await world.criarOperador()
  const clientes = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      world.criarCliente({ operador_id: i % 2 ? ana.id : null, numero_chamadas: i }),
    ),
  )
  const agora = world.relogio.agora()
  const responder = (id: number) => world.db.transaction().execute((trx) => receberResposta(trx, [id], [], agora))
  await Promise.all([
    ...clientes.slice(0, 10).map(({ id }) => responder(id)),
    ...Array.from({ length: 5 }, () => compactarContagem(world.db)),
  ])
  expect(await contar(world.db, [ana.id], ['ativo'])).toEqual({ total: 5, falhas: 5, abertoCentavos: 50_000 })
  expect(await contar(world.db, 'todos', ['aguardando_atendimento'])).toMatchObject({ total: 10, falhas: 0 })
  expect(await violada(world.db)).toBeNull()
  await compactarContagem(world.db)
  expect(await violada(world.db)).toBeNull()
  expect(await world.db.selectFrom('contagem_cliente').selectAll().execute()).toHaveLength(4)
  await world.db.deleteFrom('conta').execute()
  await world.db.deleteFrom('cliente').where('operador_id', '=', ana.id).execute()
  expect(await violada(world.db)).toContain('nothing open') // totals of the others: their accounts were deleted by hand
  expect(await contar(world.db, [ana.id], ['ativo', 'aguardando_atendimento'])).toMatchObject({ total: 0 })
})
