import { expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { test } from '#test/com-palco.ts'
import { despachar } from '#test/despachar.ts'
import type { World } from '#test/world.ts'
import { emPartes } from './separacao.actions.ts'

const mensagens = (world: World) =>
  world.db.selectFrom('mensagem').select(['cliente_id', 'status', 'erro_codigo']).orderBy('cliente_id').execute()
const esperas = (world: World) =>
  world.db.selectFrom('mensagem').select(['id', 'status', 'proxima_em']).orderBy('id').execute()
async function naFila(world: World, quantas: number) {
  for (let i = 0; i < quantas; i += 1) await world.criarCliente()
  await executar(world.servicos, {})
  return world.db.selectFrom('mensagem').select('id').orderBy('id').execute()
}
const falhas = (world: World) =>
  world.db.selectFrom('log').select(['nivel', 'entidade_id']).where('acao', '=', 'mensagem.falhar').execute()

test('a message that cannot be claimed is cancelled and reported, and the others are claimed', async ({
  world,
  palco,
}) => {
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

test('a failure that no row explains cancels nothing', async ({ world, palco }) => {
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

const AS_DEZ = '2026-12-07T13:00:00Z'
test('an error of the program over all there are touches none, were it one', async ({ world, palco }) => {
  const candidatas = await naFila(world, 3)
  const antes = await esperas(world)
  for (const quais of [candidatas, candidatas.slice(0, 1)]) {
    const reivindicar = () => Promise.reject(new TypeError('no'))
    await expect(emPartes({ db: world.db, agora: new Date(AS_DEZ) }, quais, reivindicar)).rejects.toThrow('no')
  }
  expect(await esperas(world)).toEqual(antes)
  expect(palco.emulador.envios()).toEqual([])
})

test('an error of the program over one lets it wait, and the others go', async ({ world, palco }) => {
  const candidatas = await naFila(world, 3)
  const [uma, outra, terceira] = candidatas.map(({ id }) => id)
  const reivindicar = async (quais: { id: number }[]) => {
    if (quais.some(({ id }) => id === outra)) throw new TypeError('no')
    return quais.map(({ id }) => id)
  }
  const meios = { db: world.db, agora: new Date(AS_DEZ) }
  expect((await emPartes(meios, candidatas, reivindicar)).flat()).toEqual([uma, terceira])
  expect((await esperas(world)).find(({ id }) => id === outra)).toEqual({
    id: outra,
    status: 'pendente',
    proxima_em: '2026-12-07T13:10:00.000Z',
  })
  // One that another claimed meanwhile is not cancelled.
  const daTerceira = async (quais: { id: number }[]) => {
    if (quais.some(({ id }) => id === terceira)) throw Object.assign(new Error('no'), { code: '22P02' })
  }
  const levada = { envio: 'reivindicada', reivindicada_em: meios.agora } as const
  await world.db.updateTable('mensagem').set(levada).where('id', '=', terceira!).execute()
  await emPartes(meios, candidatas, daTerceira)
  expect((await esperas(world)).map(({ status }) => status)).toEqual(['pendente', 'pendente', 'pendente'])
  expect(await falhas(world)).toEqual([])
  expect(palco.emulador.envios()).toEqual([])
})

test('what was claimed before the database went away is sent', async ({ world }) => {
  const comCodigo = (code: string) => Object.assign(new Error(code), { code })
  const reivindicar = async (quais: { id: number }[]) => {
    if (quais.some(({ id }) => id === 3)) throw comCodigo(quais.length > 2 ? '22P02' : '57P01')
    return quais.map(({ id }) => id)
  }
  const candidatas = [1, 2, 3, 4].map((id) => ({ id }))
  expect(await emPartes({ db: world.db, agora: world.relogio.agora() }, candidatas, reivindicar)).toEqual([[1, 2]])
})
