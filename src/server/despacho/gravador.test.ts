import { expect } from 'vitest'
import type { CloudApi } from '#server/cloud-api/cloud-api.ts'
import { regraDoErro } from '#server/cloud-api/erros-meta.ts'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { test } from '#test/com-palco.ts'
import { despachar } from '#test/despachar.ts'
import type { World } from '#test/world.ts'
import { separarResultado } from './desconhecidas.actions.ts'

const envios = async (world: World) =>
  (await world.db.selectFrom('mensagem').select('envio').orderBy('id').execute()).map(({ envio }) => envio)
const separadas = (world: World) =>
  world.db
    .selectFrom('log')
    .select(['nivel', 'dados', 'descricao'])
    .where('acao', '=', 'mensagem.separar_resultado')
    .execute()

/** Three customers are billed by an API that answers so. */
async function cobrarTres(world: World, enviarModelo: (real: CloudApi) => CloudApi['enviarModelo']) {
  for (let i = 0; i < 3; i += 1) await world.criarCliente()
  const { whatsapp } = world.servicos
  const api = (await whatsapp.api())!
  const outra = { ...api, enviarModelo: enviarModelo(api) }
  world.servicos.whatsapp = { ...whatsapp, api: async () => outra }
  await executar(world.servicos, {})
  await despachar(world)
}

test('an answer that the database refuses is set aside and reported, and the others are recorded', async ({
  world,
  palco,
}) => {
  let primeira = true
  await cobrarTres(world, (api) => async (mensagem) => {
    const resultado = await api.enviarModelo(mensagem)
    const estragada = primeira
    primeira = false
    return estragada ? { ...resultado, wamid: 'wamid.\u0000' } : resultado
  })
  expect((await envios(world)).sort()).toEqual(['aceita', 'aceita', 'desconhecida'])
  expect(await separadas(world)).toMatchObject([{ nivel: 'erro' }])
  await despachar(world)
  expect(palco.emulador.envios()).toHaveLength(3)
})

test('so is one whose customer’s telephone cannot be written to, by the dispatcher that comes after too', async ({
  world,
  palco,
}) => {
  await world.comoDono(`
    create function recusar() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '23514'; end $$;
    create trigger recusar before update on contato for each row when (old.id = 1) execute function recusar()`)
  await cobrarTres(world, (api) => api.enviarModelo)
  expect((await envios(world)).sort()).toEqual(['aceita', 'aceita', 'desconhecida'])
  await world.db.updateTable('mensagem').set({ envio: 'enviando' }).where('envio', '=', 'desconhecida').execute()
  await world.criarCliente()
  await executar(world.servicos, {})
  await despachar(world)
  expect((await envios(world)).sort()).toEqual(['aceita', 'aceita', 'aceita', 'desconhecida'])
  expect(await separadas(world)).toHaveLength(2)
  expect(palco.emulador.envios()).toHaveLength(4)
})

/** The first of three is refused, with Meta's code. */
async function cobrarTresRecusandoUma(world: World, codigo: number) {
  let primeira = true
  await cobrarTres(world, (api) => async (mensagem) => {
    if (!primeira) return api.enviarModelo(mensagem)
    primeira = false
    return {
      tipo: 'recusada',
      erro: { ...regraDoErro({ codigo }), codigo, subcodigo: null, http: 400, mensagem: '', detalhe: null },
    }
  })
}

test('a refusal whose telephone cannot be marked is still known not sent', async ({ world, palco }) => {
  await world.comoDono(`
    create function recusar() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '23514'; end $$;
    create trigger recusar before update on contato for each row when (new.invalido_em is not null) execute function recusar()`)
  await cobrarTresRecusandoUma(world, 131026)
  expect((await envios(world)).sort()).toEqual(['aceita', 'aceita', 'encerrada'])
  expect(await separadas(world)).toEqual([])
  expect(palco.emulador.envios()).toHaveLength(2)
})

test('what did not leave, and whose account cannot be marked as stopped, waits and goes once', async ({
  world,
  palco,
}) => {
  await world.comoDono(`
    create function recusar() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '23514'; end $$;
    create trigger recusar before update on configuracao for each row when (new.conta_parada_codigo is not null) execute function recusar()`)
  await cobrarTresRecusandoUma(world, 131042)
  expect((await envios(world)).sort()).toEqual(['aceita', 'aceita', 'fila'])
  const [{ id }] = (await world.db.selectFrom('mensagem').select('id').where('envio', '=', 'fila').execute()) as [
    { id: number },
  ]
  expect(await separadas(world)).toEqual([
    { nivel: 'erro', dados: { mensagem: id }, descricao: expect.stringContaining('não saiu, e espera dez minutos') },
  ])
  await despachar(world)
  expect(palco.emulador.envios()).toHaveLength(2)
  world.relogio.passar({ minutos: 11 })
  await despachar(world)
  expect(palco.emulador.envios()).toHaveLength(3)
  expect(await envios(world)).toEqual(['aceita', 'aceita', 'aceita'])
  expect(await separadas(world)).toHaveLength(1)
})

test('what a webhook settled before it was set aside is not told as unknown', async ({ world, palco }) => {
  await cobrarTres(world, (api) => api.enviarModelo)
  await separarResultado(world.db, 1, world.relogio.agora())
  expect(await envios(world)).toEqual(['aceita', 'aceita', 'aceita'])
  expect(await separadas(world)).toEqual([])
  expect(palco.emulador.envios()).toHaveLength(3)
})
