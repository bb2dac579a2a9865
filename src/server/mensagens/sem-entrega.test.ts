import { expect } from 'vitest'
import { escrever } from '#test/whatsapp.ts'
import { test, type World } from '#test/world.ts'
import { pararSemEntrega } from './sem-entrega.actions.ts'

const TELEFONE = '+5511988880001'

/** Sent so many days ago, and still only that, unless said. */
async function enviada(
  world: World,
  cliente: { id: number; contatoId: number | null },
  dias: number,
  entregue = false,
) {
  const em = new Date(world.relogio.agora().getTime() - dias * 86_400_000)
  await world.db
    .insertInto('mensagem')
    .values({
      cliente_id: cliente.id,
      contato_id: cliente.contatoId,
      direcao: 'enviada',
      tipo: 'template',
      conteudo: 'Olá',
      finalidade: 'atendimento',
      envio: 'aceita',
      status: entregue ? 'entregue' : 'enviada',
      aceita_em: em,
      created_at: em,
      ...(entregue ? { entregue_em: em } : {}),
    })
    .execute()
}
const parar = (world: World) => pararSemEntrega(world.db, world.relogio.agora())
const situacao = async (world: World, id: number) =>
  world.db.selectFrom('cliente').select(['status', 'aguardando_motivo']).where('id', '=', id).executeTakeFirstOrThrow()

test('two messages of different days, never delivered for a week: a person is called, and the log says why', async ({
  world,
}) => {
  const cliente = await world.criarCliente({ telefone: TELEFONE })
  await enviada(world, cliente, 9)
  await enviada(world, cliente, 4)
  expect(await parar(world)).toBe(1)
  expect(await situacao(world, cliente.id)).toEqual({
    status: 'aguardando_atendimento',
    aguardando_motivo: 'contato_invalido',
  })
  const { descricao } = await world.db
    .selectFrom('log')
    .select('descricao')
    .where('acao', '=', 'mensagem.falhar')
    .executeTakeFirstOrThrow()
  expect(descricao).toContain('provavelmente bloqueou')
  expect(await parar(world)).toBe(0)
  await escrever(world, { de: TELEFONE.slice(1) })
  const { invalido_em } = await world.db.selectFrom('contato').select('invalido_em').executeTakeFirstOrThrow()
  expect(invalido_em).toBe(null)
})

test.for<[string, [number, boolean?][]]>([
  ['one message alone', [[9]]],
  ['two of one day', [[9], [9]]],
  ['less than a week', [[6], [3]]],
  ['one that arrived since', [[9], [5], [2, true]]],
  ['longer ago than Meta tries', [[40], [35]]],
])('%s: nothing changes', async ([, quando], { world }) => {
  const cliente = await world.criarCliente({ telefone: TELEFONE })
  for (const [dias, entregue] of quando) await enviada(world, cliente, dias, entregue)
  expect(await parar(world)).toBe(0)
  expect((await situacao(world, cliente.id)).status).toBe('ativo')
})
