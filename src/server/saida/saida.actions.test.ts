import { expect } from 'vitest'
import { test } from '#test/world.ts'
import { cancelarNaFila } from './saida.actions.ts'

test('cancels in the queue of more customers than a statement takes parameters', async ({ world }) => {
  const { id } = await world.criarCliente()
  const { id: mensagem } = await world.db
    .insertInto('mensagem')
    .values({
      cliente_id: id,
      direcao: 'enviada',
      tipo: 'texto',
      conteudo: 'Olá',
      status: 'pendente',
      finalidade: 'atendimento',
      envio: 'fila',
      created_at: world.relogio.agora(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const clientes = [id, ...Array.from({ length: 70_000 }, (_, i) => 1_000_000 + i)]
  const porque = { codigo: 'operador_bloqueado', mensagem: 'O operador foi bloqueado antes.' }
  const canceladas = await world.db.transaction().execute((trx) => cancelarNaFila(trx, { clientes }, porque))
  expect(canceladas).toEqual([{ id: mensagem, cliente_id: id }])
})
