import { expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { despachar } from '#test/despachar.ts'
import type { Palco } from '#test/emulador.ts'
import { ligarEmulador } from '#test/modelos.ts'
import { test as comWorld, type World } from '#test/world.ts'

const test = comWorld.extend<{ palco: Palco }>({
  palco: async ({ world }, usar) => {
    const palco = await ligarEmulador(world)
    await usar(palco)
    await palco.fechar()
  },
})

const mensagens = (world: World) =>
  world.db.selectFrom('mensagem').select(['cliente_id', 'status', 'erro_codigo']).orderBy('cliente_id').execute()
const falhas = (world: World) =>
  world.db.selectFrom('log').select(['nivel', 'entidade_id']).where('acao', '=', 'mensagem.falhar').execute()

test('one that cannot be claimed is cancelled and told, and costs nobody else theirs', async ({ world, palco }) => {
  const ids: number[] = []
  for (let i = 0; i < 7; i += 1) ids.push((await world.criarCliente()).id)
  const [estragada] = ids.splice(4, 1)
  await world.comoDono(`
    create function recusar() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '22P02'; end $$;
    create trigger recusar before update on mensagem for each row
      when (new.envio = 'reivindicada' and old.cliente_id = ${estragada}) execute function recusar()`)
  await executar(world.servicos, {})
  await despachar(world)
  const ditas = await mensagens(world)
  expect(ditas.filter(({ status }) => status === 'enviada').map(({ cliente_id }) => cliente_id)).toEqual(ids)
  expect(ditas.filter(({ status }) => status !== 'enviada')).toEqual([
    { cliente_id: estragada, status: 'cancelada', erro_codigo: 'nao_preparada' },
  ])
  expect(await falhas(world)).toEqual([{ nivel: 'erro', entidade_id: estragada }])
  expect(palco.emulador.envios()).toHaveLength(6)
})

test('what no row is at fault of cancels nothing', async ({ world, palco }) => {
  await world.criarCliente()
  await executar(world.servicos, {})
  await world.comoDono(`
    create function recusar() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '42703'; end $$;
    create trigger recusar before update on mensagem for each row when (new.envio = 'reivindicada') execute function recusar()`)
  await expect(despachar(world)).rejects.toThrow('no')
  expect(await mensagens(world)).toMatchObject([{ status: 'pendente' }])
  expect(await falhas(world)).toEqual([])
  expect(palco.emulador.envios()).toEqual([])
})
