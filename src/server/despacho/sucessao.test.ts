import { describe, expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { comTravaGlobal, type Trava } from '#server/jobs/trava.ts'
import { test } from '#test/com-palco.ts'
import { despachar } from '#test/despachar.ts'
import type { World } from '#test/world.ts'
import { recuperarInterrompidas, registrarDesconhecidas } from './desconhecidas.actions.ts'
import { marcarEnviando } from './despacho.actions.ts'
import { adiar, desmarcar, liberar } from './devolucao.actions.ts'
import { reivindicar } from './reivindicacao.actions.ts'
import { registrarAceitas, registrarRecusadas } from './resultados.actions.ts'
import { Ritmo } from './ritmo.ts'
import { RitmoPorPessoa } from './ritmo-por-pessoa.ts'
import { Saude } from './saude.ts'
import { Turno } from './turno.ts'

const mensagem = (world: World) => world.db.selectFrom('mensagem').selectAll().executeTakeFirstOrThrow()
const dias = (world: World, contatoId: number | null) =>
  world.db
    .selectFrom('contato')
    .select(['ultimo_modelo_dia as modelo', 'ultima_cobranca_dia as cobranca'])
    .where('id', '=', contatoId)
    .executeTakeFirstOrThrow()
const NENHUM = { modelo: null, cobranca: null }
const HOJE = { modelo: '2026-11-24', cobranca: '2026-11-24' }

/** Claimed and marked by one dispatcher, which then freezes while another takes over. */
async function substituido(world: World) {
  const { contatoId } = await world.criarCliente()
  await executar(world.servicos, {})
  const agora = world.relogio.agora()
  const { lote } = await reivindicar(world.db, agora, 10, world.servicos)
  await comTravaGlobal(world.db, 'um', (trava) => marcarEnviando(trava, lote, agora))
  await recuperarInterrompidas(world.servicos)
  expect(await mensagem(world)).toMatchObject({ envio: 'desconhecida' })
  expect(await dias(world, contatoId)).toEqual(HOJE)
  return { contatoId, id: lote[0]!.id, agora }
}

describe('a dispatcher that stood still while another took its place', () => {
  test('knows that what it had marked never left, and it leaves after all', async ({ world, palco }) => {
    await world.criarCliente()
    await executar(world.servicos, {})
    const turno = comTravaGlobal(world.db, 'cobranca.despachante', (trava) => {
      // It stops between the mark and the request; when it moves again its time is over.
      const passada: Trava = {
        conferir: () => trava.conferir(),
        valida: () => false,
        executar: async (consulta) => {
          const linhas = await trava.executar(consulta)
          await recuperarInterrompidas(world.servicos)
          return linhas
        },
      }
      const freios = {
        ritmo: new Ritmo(80),
        porPessoa: new RitmoPorPessoa(),
        saude: new Saude(100),
        marcada: { ultima: null },
      }
      return new Turno(world.servicos, freios, passada, new AbortController().signal).cumprir()
    })
    await expect(turno).rejects.toThrow(/trava do envio/)
    expect(palco.emulador.envios()).toEqual([])
    expect(await mensagem(world)).toMatchObject({ envio: 'fila', status: 'pendente', enviando_em: null })

    await despachar(world)
    expect(await mensagem(world)).toMatchObject({ envio: 'aceita', status: 'enviada', erro_codigo: null })
    expect(palco.emulador.envios()).toHaveLength(1)
  })

  test.for<[string, (world: World, id: number, agora: Date) => Promise<unknown>, boolean]>([
    ['took its mark back', ({ db }, id, agora) => desmarcar(db, [id], agora), true],
    [
      'found no connection',
      ({ db }, id, agora) => db.transaction().execute((trx) => adiar(trx, [{ id, segundos: 0, tentativas: 0 }], agora)),
      true,
    ],
    [
      'was refused',
      ({ db }, id, agora) =>
        db
          .transaction()
          .execute((trx) => registrarRecusadas(trx, [{ id, codigo: '131000', mensagem: 'Recusada.' }], agora)),
      false,
    ],
  ])('and %s gives the day back that was taken for spent', async ([, dizer, volta], { world, palco: _ }) => {
    const { contatoId, id, agora } = await substituido(world)
    await dizer(world, id, agora)
    expect(await dias(world, contatoId)).toEqual(NENHUM)
    expect((await reivindicar(world.db, agora, 10, world.servicos)).lote.map((uma) => uma.id)).toEqual(
      volta ? [id] : [],
    )
  })

  test('gives no day back that something else spent, or may have', async ({ world, palco: _ }) => {
    const { contatoId, id, agora } = await substituido(world)
    const { cliente_id } = await mensagem(world)
    const outra = await world.db
      .insertInto('mensagem')
      .values({
        ...{ cliente_id, contato_id: contatoId, direcao: 'enviada', tipo: 'template', conteudo: 'Olá' },
        ...{ status: 'pendente', finalidade: 'atendimento', envio: 'enviando', enviando_em: agora, created_at: agora },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db.transaction().execute((trx) => registrarDesconhecidas(trx, [outra.id]))
    await desmarcar(world.db, [id], agora)
    expect(await dias(world, contatoId)).toEqual({ modelo: '2026-11-24', cobranca: null })
  })
})

test('a refusal that is written down a second time, its first answer lost, puts back no message that is being sent again', async ({
  world,
  palco: _,
}) => {
  const { id, agora } = await substituido(world)
  const recusar = () => world.db.transaction().execute((trx) => adiar(trx, [{ id, segundos: 0, tentativas: 0 }], agora))
  expect(await recusar()).toBe(1)
  const { lote } = await reivindicar(world.db, agora, 10, world.servicos)
  await comTravaGlobal(world.db, 'dois', (trava) => marcarEnviando(trava, lote, agora))
  expect(await recusar()).toBe(0)
  expect(await mensagem(world)).toMatchObject({ envio: 'enviando', tentativas: 1 })
})

test('a message that Meta reverts frees no day that one of unknown outcome, or of a lost history, may have used', async ({
  world,
  palco: _,
}) => {
  const { contatoId, id, agora } = await substituido(world)
  const { cliente_id } = await mensagem(world)
  const tomada = await world.db
    .insertInto('mensagem')
    .values({
      ...{ cliente_id, contato_id: contatoId, direcao: 'enviada', tipo: 'template', conteudo: 'Olá' },
      ...{ status: 'pendente', finalidade: 'atendimento', envio: 'enviando', enviando_em: agora, created_at: agora },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const aceitarETomar = (mensagemId: number) =>
    world.db.transaction().execute(async (trx) => {
      await registrarAceitas(trx, [{ id: mensagemId, wamid: `wamid.${mensagemId}` }], agora)
      await liberar(trx, mensagemId)
    })
  await aceitarETomar(tomada.id)
  expect(await dias(world, contatoId)).toEqual(HOJE)

  await world.db
    .insertInto('envio_sem_registro')
    .values({
      referencia: crypto.randomUUID(),
      contato_id: contatoId,
      status: 'delivered',
      meta_em: '2026-11-23T15:00:00Z',
      visto_em: agora,
    })
    .execute()
  await aceitarETomar(id)
  expect(await dias(world, contatoId)).toEqual({ modelo: '2026-11-23', cobranca: '2026-11-23' })
})
