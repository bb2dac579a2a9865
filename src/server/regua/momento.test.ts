import { expect } from 'vitest'
import { mensagem } from '#test/figuras.ts'
import { test } from '#test/world.ts'
import { lerMomento, limiteDeTodos } from './momento.queries.ts'

test('templates in transit count towards the number’s limit, and messages in a conversation do not', async ({
  world,
}) => {
  await world.db
    .updateTable('configuracao')
    .set({ whatsapp_situacao: JSON.stringify({ limite: 'TIER_250', qualidade: 'GREEN' }) })
    .execute()
  const agora = world.relogio.agora()
  const ler = async () => [(await lerMomento(world.db, agora)).limite, await limiteDeTodos(world.db, agora)]
  const [motor, todos] = (await ler()) as [number, number]
  const naFila = async (tipo: 'texto' | 'template') => {
    const { id, contatoId } = await world.criarCliente()
    const saindo = { status: 'pendente', envio: 'reivindicada', finalidade: 'atendimento' } as const
    await mensagem(world, id, { ...saindo, tipo, contato_id: contatoId })
  }
  await naFila('texto')
  expect(await ler()).toEqual([motor, todos])
  await naFila('template')
  expect(await ler()).toEqual([motor - 1, todos - 1])
})
