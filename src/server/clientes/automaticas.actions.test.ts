import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { peloSistema } from '#domain/causa.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import type { World } from '#test/world.ts'
import {
  aoQuebrarAcordo,
  moverParaFila,
  receberResposta,
  reconciliar,
  terminarPausas,
  zerarChamadas,
} from './automaticas.actions.ts'

const ler = (world: World, id: number) => linha(world, 'cliente', id)
const emTransacao = <T>(world: World, fazer: (trx: Parameters<typeof reconciliar>[0]) => Promise<T>) =>
  world.db.transaction().execute(fazer)

describe('reconciliar', () => {
  test('completes customers who owe nothing, brings back those who owe again, and logs both', async ({ world }) => {
    const agora = world.relogio.agora()
    const pagou = await world.criarCliente({ status: 'em_atendimento', operador_id: (await world.criarOperador()).id })
    const voltou = await world.criarCliente({ numero_chamadas: 4 }, [])
    const intacto = await world.criarCliente()
    const feitas = await emTransacao(world, async (trx) => {
      const cancelada = { situacao: 'cancelada' as const, motivo_cancelamento: 'Engano' }
      await trx.updateTable('conta').set(cancelada).where('cliente_id', '=', pagou.id).execute()
      await trx
        .updateTable('conta')
        .set({ cliente_id: voltou.id, valor_centavos: 777, vencimento_util: '2026-12-01' })
        .where('cliente_id', '=', intacto.id)
        .execute()
      return reconciliar(trx, [pagou.id, voltou.id, intacto.id], peloSistema(agora))
    })
    expect(feitas).toEqual([
      { id: pagou.id, de: 'em_atendimento', para: 'concluido' },
      { id: voltou.id, de: 'concluido', para: 'ativo' },
      { id: intacto.id, de: 'ativo', para: 'concluido' },
    ])
    expect(await ler(world, voltou.id)).toMatchObject({
      status: 'ativo',
      numero_chamadas: 0,
      aberto_centavos: 777,
      contas_abertas: 1,
      vencimento_mais_antigo: '2026-12-01',
    })
    const log = await world.db.selectFrom('log').select(['acao', 'entidade_id']).orderBy('id').execute()
    expect(log).toEqual([
      { acao: 'cliente.concluir', entidade_id: pagou.id },
      { acao: 'cliente.reabrir', entidade_id: voltou.id },
      { acao: 'cliente.concluir', entidade_id: intacto.id },
    ])
  })

  test('touches nothing when nothing changed', async ({ world }) => {
    const { id } = await world.criarCliente()
    const antes = await ler(world, id)
    world.relogio.passar({ dias: 1 })
    await emTransacao(world, (trx) => reconciliar(trx, [id], peloSistema(world.relogio.agora())))
    expect(await ler(world, id)).toEqual(antes)
  })

  test('ends with the totals of both when two transactions write at once', async ({ world }) => {
    const { id } = await world.criarCliente()
    const lancar = (numero: string) =>
      emTransacao(world, async (trx) => {
        const dia = world.hoje()
        const agora = world.relogio.agora()
        const conta = { numero, valor_centavos: 100, emissao: dia, vencimento: dia, vencimento_util: dia }
        await trx
          .insertInto('conta')
          .values({ ...conta, cliente_id: id, origem: 'manual', created_at: agora, updated_at: agora })
          .execute()
        await reconciliar(trx, [id], peloSistema(agora))
      })
    await Promise.all(Array.from({ length: 10 }, (_, i) => lancar(`simultanea-${i}`)))
    expect(await ler(world, id)).toMatchObject({ contas_abertas: 11, aberto_centavos: 11_000 })
  })
})

describe('a customer who writes', () => {
  test('waits for a person from ativo and pausado, stays in service, and starts the count anew', async ({ world }) => {
    const dono = await world.criarOperador()
    const ativo = await world.criarCliente({ numero_chamadas: 5 })
    const pausado = await world.criarCliente({ status: 'pausado', motivo_pausa: 'Férias', pausado_ate: '2026-12-20' })
    const servido = await world.criarCliente({ status: 'em_atendimento', operador_id: dono.id, numero_chamadas: 2 })
    const concluido = await world.criarCliente({}, [])
    const ids = [ativo.id, pausado.id, servido.id, concluido.id]
    await emTransacao(world, (trx) => receberResposta(trx, ids, [], world.relogio.agora()))
    const esperando = { status: 'aguardando_atendimento', aguardando_motivo: 'respondeu', numero_chamadas: 0 }
    expect(await ler(world, ativo.id)).toMatchObject(esperando)
    expect(await ler(world, pausado.id)).toMatchObject({ ...esperando, motivo_pausa: null, pausado_ate: null })
    expect(await ler(world, servido.id)).toMatchObject({ status: 'em_atendimento', numero_chamadas: 0 })
    expect((await ler(world, concluido.id)).status).toBe('concluido')
  })
})

describe('the queue', () => {
  test('keeps since when and why somebody waits, but a broken agreement changes the reason', async ({ world }) => {
    const { id } = await world.criarCliente()
    const desde = world.relogio.agora()
    await emTransacao(world, (trx) => moverParaFila(trx, [id], 'sem_resposta', desde))
    world.relogio.passar({ dias: 2 })
    await emTransacao(world, (trx) => receberResposta(trx, [id], [], world.relogio.agora()))
    expect(await ler(world, id)).toMatchObject({ aguardando_motivo: 'sem_resposta' })
    await emTransacao(world, (trx) => aoQuebrarAcordo(trx, [id], world.relogio.agora()))
    expect(await ler(world, id)).toMatchObject({
      aguardando_motivo: 'acordo_quebrado',
      aguardando_desde: desde.toISOString(),
    })
  })

  test('logs what is wrong with the telephone, or that there is none', async ({ world }) => {
    const semTelefone = await world.criarCliente({ telefone: null })
    const foraDoWhatsapp = await world.criarCliente()
    const deOutro = await world.criarCliente()
    await sql`insert into pessoa_do_telefone (cliente_id, contato_id, negada_em)
      select id, contato_id, ${world.relogio.agora()} from cliente where id = ${deOutro.id}`.execute(world.db)
    const ids = [semTelefone.id, foraDoWhatsapp.id, deOutro.id]
    await emTransacao(world, (trx) => moverParaFila(trx, ids, 'contato_invalido', world.relogio.agora()))
    const { rows } = await sql<{ descricao: string }>`select descricao from log where acao like 'cliente.%'
      and entidade_id = any(${ids}::bigint[]) order by entidade_id`.execute(world.db)
    expect(rows.map(({ descricao }) => descricao.split(': ').at(-1))).toEqual([
      'não tem telefone.',
      'o número não está no WhatsApp.',
      'quem tem o telefone disse que não é o cliente.',
    ])
  })

  test('the engine moves only whom it still has', async ({ world }) => {
    const pausado = await world.criarCliente({ status: 'pausado' })
    expect(
      await emTransacao(world, (trx) => moverParaFila(trx, [pausado.id], 'contato_invalido', world.relogio.agora())),
    ).toEqual([])
  })
})

describe('the end of a pause', () => {
  test('comes on its day, to the engine, or to the queue when the agreement broke meanwhile', async ({ world }) => {
    const pausa = { status: 'pausado', pausado_ate: '2026-11-26', numero_chamadas: 3 } as const
    const volta = await world.criarCliente(pausa)
    const quebrou = await world.criarCliente(pausa)
    const semDia = await world.criarCliente({ status: 'pausado' })
    await emTransacao(world, (trx) => aoQuebrarAcordo(trx, [quebrou.id], world.relogio.agora()))
    expect(await ler(world, quebrou.id)).toMatchObject({ status: 'pausado', acordo_quebrado_pendente: true })

    expect(await terminarPausas(world.db, '2026-11-25', world.relogio.agora())).toBe(0)
    expect(await terminarPausas(world.db, '2026-11-26', world.relogio.agora())).toBe(2)
    expect(await ler(world, volta.id)).toMatchObject({ status: 'ativo', numero_chamadas: 0, motivo_pausa: null })
    expect(await ler(world, quebrou.id)).toMatchObject({
      status: 'aguardando_atendimento',
      aguardando_motivo: 'acordo_quebrado',
      acordo_quebrado_pendente: false,
    })
    expect((await ler(world, semDia.id)).status).toBe('pausado')
  })
})

test('zerarChamadas leaves status and log alone', async ({ world }) => {
  const { id } = await world.criarCliente({ numero_chamadas: 4 })
  await emTransacao(world, (trx) => zerarChamadas(trx, [id], world.relogio.agora()))
  expect(await ler(world, id)).toMatchObject({ status: 'ativo', numero_chamadas: 0 })
  expect(await world.db.selectFrom('log').selectAll().execute()).toEqual([])
})
