import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, vi } from 'vitest'
import { trabalhosDeConciliacao } from '#server/conciliacao/conciliacao.jobs.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { cancelarComRelatorio, expirarDeOntem } from '#server/despacho/canceladas.actions.ts'
import { pararConta } from '#server/despacho/conta-parada.actions.ts'
import { adiar } from '#server/despacho/devolucao.actions.ts'
import { reter } from '#server/despacho/retencao.actions.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { trabalhosDoRecebimento } from '#server/recebimento/recebimento.jobs.ts'
import { EXPIRADA } from '#server/saida/saida.actions.ts'
import { enquantoEspera, esperarNaTrava } from '#test/espera.ts'
import { violada } from '#test/invariantes.ts'
import { registrar } from '#test/julgamento.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { umCredito } from '#test/movimento.ts'
import { comPagamento } from '#test/pagamentos.ts'
import { comBanco } from '#test/psp.ts'
import type { Pessoa, World } from '#test/world.ts'
import { trabalhosDeCobranca } from './cobranca.jobs.ts'
import { executar } from './execucao.actions.ts'
import { virarODia } from './virada.actions.ts'

const CLIENTES = '/api/operador/clientes'
const NAO_SAIU = expect.stringContaining('Foi para a fila, mas não saiu.')
const ver = (world: World, id: number) =>
  world.db.selectFrom('cliente').select(['status', 'aguardando_motivo']).where('id', '=', id).executeTakeFirstOrThrow()

/** An agreement of two instalments made today. */
async function comAcordo(world: World) {
  const ana = await world.criarOperador()
  const { id, contas } = await world.criarCliente()
  const pedido = { contas, parcelas: 2, primeiro_vencimento: '2026-12-01' }
  const resposta = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, pedido)
  expect(resposta.statusCode).toBe(201)
  return { id, ana }
}

describe('a new day', () => {
  test('ends the pause that was until this day, and the customer is billed in the same run', async ({ world }) => {
    await aprovarModelos(world)
    const { id } = await world.criarCliente({ status: 'pausado', pausado_ate: '2026-11-24' })
    expect((await executar(world.servicos, {})).enfileiradas).toBe(1)
    expect(await ver(world, id)).toMatchObject({ status: 'ativo' })
  })

  test('reminds of the instalments by their own template, and breaks the agreement five days late', async ({
    world,
  }) => {
    await aprovarModelos(world)
    const { id } = await comAcordo(world)
    world.relogio.mover('2026-12-01T13:00:00.000Z')
    await executar(world.servicos, {})
    const lembrete = await world.db.selectFrom('mensagem').selectAll().where('finalidade', '=', 'parcela').execute()
    expect(lembrete).toMatchObject([{ cliente_id: id, modelo_tipo: 'parcela', passo: 0 }])
    world.relogio.mover('2026-12-05T13:00:00.000Z')
    await virarODia(world.db, world.relogio.agora())
    expect(await ver(world, id)).toMatchObject({ status: 'negociado' })
    world.relogio.mover('2026-12-06T13:00:00.000Z')
    await virarODia(world.db, world.relogio.agora())
    expect(await ver(world, id)).toEqual({ status: 'aguardando_atendimento', aguardando_motivo: 'acordo_quebrado' })
  })

  test.for([false, true])(
    'ends the messages of the day before that an account kept, and runs anew of them; held after a restore: %s',
    async (retido, { world }) => {
      await aprovarModelos(world)
      await world.criarCliente()
      const { execucao_id } = await executar(world.servicos, {})
      const agora = world.relogio.agora()
      await emTransacao(world.db, (trx) => pararConta(trx, { codigo: '131031', mensagem: 'Parou.' }, agora))
      if (retido) await emTransacao(world.db, (trx) => reter(trx, 'pedido', agora))
      const fila = async () =>
        (await world.db.selectFrom('mensagem').select(['dia', 'status', 'erro_codigo']).orderBy('id').execute()).map(
          (uma) => [uma.dia, uma.status, uma.erro_codigo],
        )
      world.relogio.mover('2026-11-25T02:30:00.000Z') // still the 24th
      await virarODia(world.db, world.relogio.agora())
      expect(await fila()).toEqual([['2026-11-24', 'pendente', null]])
      world.relogio.mover('2026-11-25T11:00:00.000Z')
      await executar(world.servicos, {})
      const deHoje = [
        ['2026-11-24', 'cancelada', 'expirada'],
        ['2026-11-25', 'pendente', null],
      ]
      expect(await fila()).toEqual(retido ? [['2026-11-24', 'pendente', null]] : deHoje)
      const url = `/api/admin/cobranca/execucoes/${execucao_id}`
      const [item] = (await world.chamar(await world.criarAdmin(), 'GET', url)).json().data
      const cancelada = { enviada: false, mensagem_status: 'cancelada', detalhe: NAO_SAIU }
      expect(item).toMatchObject(retido ? { enviada: true } : cancelada)
    },
  )

  test('ends a message that Meta had put off until after its day, and bills its customer while the account stands', async ({
    world,
  }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    world.relogio.mover('2026-11-24T22:30:00.000Z')
    await executar(world.servicos, {})
    const agora = world.relogio.agora()
    await emTransacao(world.db, async (trx) => {
      const { id } = await trx
        .updateTable('mensagem')
        .set({ envio: 'enviando' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await adiar(trx, [{ id, segundos: 6 * 3_600, tentativas: 0 }], agora)
      await pararConta(trx, { codigo: '131031', mensagem: 'Parou.' }, agora)
    })
    world.relogio.mover('2026-11-25T11:00:00.000Z')
    expect(await executar(world.servicos, {})).toMatchObject({ enfileiradas: 1 })
    const fila = await world.db.selectFrom('mensagem').select(['dia', 'status']).orderBy('id').execute()
    expect(fila).toEqual([
      { dia: '2026-11-24', status: 'cancelada' },
      { dia: '2026-11-25', status: 'pendente' },
    ])
  })

  test('waits for a claim that cancels a message of the day before, and bills its customer in the same run', async ({
    world,
  }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    await executar(world.servicos, {})
    world.relogio.mover('2026-11-25T11:00:00.000Z')
    let rodada: ReturnType<typeof executar> | undefined
    await emTransacao(world.db, async (trx) => {
      const deOntem = await trx.selectFrom('mensagem').select(['id', 'execucao_id']).forUpdate().execute()
      rodada = executar(world.servicos, {})
      await Promise.race([rodada, esperarNaTrava(world.db)])
      await cancelarComRelatorio(trx, deOntem, EXPIRADA)
    })
    expect((await rodada)?.enfileiradas).toBe(1)
    const fila = await world.db.selectFrom('mensagem').select('status').orderBy('id').execute()
    expect(fila).toEqual([{ status: 'cancelada' }, { status: 'pendente' }])
  })

  test('cancels no message of the day before that was claimed while it waited', async ({ world }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    await executar(world.servicos, {})
    world.relogio.mover('2026-11-25T11:00:00.000Z')
    const tomada = { envio: 'reivindicada', reivindicada_em: world.relogio.agora() } as const
    await enquantoEspera(world.db, {
      segurar: (trx) => trx.updateTable('mensagem').set(tomada).execute(),
      pedir: () => expirarDeOntem(world.db, world.relogio.agora()),
    })
    const fila = await world.db.selectFrom('mensagem').select(['envio', 'status']).execute()
    expect(fila).toEqual([{ envio: 'reivindicada', status: 'pendente' }])
  })

  test('a customer who leaves a pause with a broken agreement goes to the queue', async ({ world }) => {
    const { id, ana } = await comAcordo(world)
    await world.chamar(ana, 'PATCH', `/api/operador/clientes/${id}/pausar`, { motivo: 'Viajou', ate: '2026-12-10' })
    world.relogio.mover('2026-12-10T13:00:00.000Z')
    await virarODia(world.db, world.relogio.agora())
    expect(await ver(world, id)).toEqual({ status: 'aguardando_atendimento', aguardando_motivo: 'acordo_quebrado' })
  })
})

test('many promises, agreements and waits for approval that end at one midnight take no more statements than one of each', async ({
  world,
}) => {
  const comandos = async (quantos: number, dia: string) => {
    for (let pago = 10; pago < 10 + quantos; pago += 1) await tresQueVencem(world, pago)
    world.relogio.mover(`${dia}T13:00:00.000Z`)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await virarODia(world.db, world.relogio.agora())
    const vezes = query.mock.calls.length
    query.mockRestore()
    return vezes
  }
  expect(await comandos(4, '2027-03-01')).toBe(await comandos(1, '2027-06-01'))
  const fins = await sql<{ status: string; n: number }>`select status, count(*) as n from promessa group by 1 union all
    select status, count(*) as n from negociacao group by 1 order by 1`.execute(world.db)
  expect(fins.rows.map(({ status, n }) => [status, n])).toEqual([
    ['expirada', 5],
    ['quebrada', 5],
    ['quebrada', 5],
  ])
  // What each had paid of their agreement went to their own account.
  const pagas = await sql<{ pago: number }>`
    select a.pago_centavos as pago from negociacao_conta nc join negociacao n on n.id = nc.negociacao_id and n.status = 'quebrada'
      join conta a on a.id = nc.conta_id join pagamento p on p.cliente_id = a.cliente_id and p.valor_centavos = a.pago_centavos order by 1`.execute(
    world.db,
  )
  expect(pagas.rows.map(({ pago }) => pago)).toEqual([1_000, 1_000, 1_100, 1_200, 1_300])
  expect(await violada(world.db)).toBeNull()
})

/** Three customers: one promised, one has an agreement of which something is paid, one waits for approval. */
async function tresQueVencem(world: World, pago: number) {
  const ana = await world.criarOperador()
  const pedir = async (id: number, oQue: string, corpo: object) => {
    const resposta = await world.chamar(ana, 'POST', `${CLIENTES}/${id}/${oQue}`, corpo)
    expect(resposta.statusCode, resposta.body).toBe(201)
    return resposta.json()
  }
  const [prometeu, acordou, espera] = [
    await world.criarCliente(),
    await world.criarCliente(),
    await world.criarCliente(),
  ]
  await pedir(prometeu.id, 'promessas', { contas: prometeu.contas, ate: world.hoje() })
  const acordo = { contas: acordou.contas, parcelas: 2, primeiro_vencimento: world.hoje() }
  const { parcelas } = await pedir(acordou.id, 'negociacoes', acordo)
  await comPagamento(world, ana, parcelas[0].conta_id, pago)
  await world.db
    .insertInto('negociacao')
    .values({
      ...{ cliente_id: espera.id, status: 'aguarda_aprovacao', usuario_id: ana.id, observacao: null },
      ...{ valor_original_centavos: 1, encargos_centavos: 0, desconto_centavos: 0, valor_negociado_centavos: 1 },
      ...{ criada_em: world.relogio.agora(), vence_em: world.hoje(), parcelas_previstas: '[]' },
    })
    .execute()
}

describe('a held instalment breaks no agreement until its hold is over', () => {
  /** The first instalment is due on Tuesday, 01/12: free of holds, its agreement breaks on the 6th. */
  async function acordar(world: World) {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const pedido = { contas, parcelas: 2, primeiro_vencimento: '2026-12-01' }
    const acordo = await pedir(world, ana, 'POST', `${CLIENTES}/${id}/negociacoes`, pedido)
    return { ana, id, parcelas: [acordo.parcelas[0].conta_id as number] }
  }
  const pedir = async (world: World, quem: Pessoa, metodo: 'POST' | 'PATCH', url: string, corpo: object) => {
    const resposta = await world.chamar(quem, metodo, url, corpo)
    expect(resposta.statusCode, resposta.body).toBeLessThan(300)
    return resposta.json()
  }
  const virar = async (world: World, dia: string) => {
    world.relogio.mover(`${dia}T13:00:00.000Z`)
    await virarODia(world.db, world.relogio.agora())
    const { status } = await world.db.selectFrom('negociacao').select('status').executeTakeFirstOrThrow()
    return status
  }

  test('free of holds it breaks on the fifth day', async ({ world }) => {
    await acordar(world)
    expect([await virar(world, '2026-12-05'), await virar(world, '2026-12-06')]).toEqual(['ativa', 'quebrada'])
  })

  test('disputed: until that is answered', async ({ world }) => {
    const { ana, id, parcelas } = await acordar(world)
    const disputa = { contas: parcelas, motivo: 'valor' }
    const contestacao = await pedir(world, ana, 'POST', `${CLIENTES}/${id}/contestacoes`, disputa)
    expect([await virar(world, '2026-12-06'), await virar(world, '2027-01-05')]).toEqual(['ativa', 'ativa'])
    const bia = await world.criarOperador() // the first one's session ended weeks ago
    await world.db.updateTable('cliente').set({ operador_id: bia.id }).where('id', '=', id).execute()
    const resposta = { status: 'improcedente', resposta: 'O valor é o do acordo' }
    await pedir(world, bia, 'PATCH', `${CLIENTES}/${id}/contestacoes/${contestacao.id}`, resposta)
    expect(await virar(world, '2027-01-05')).toBe('quebrada')
  })

  test('promised: until that is judged, in the turn that judges it', async ({ world }) => {
    const { ana, id, parcelas } = await acordar(world)
    await pedir(world, ana, 'POST', `${CLIENTES}/${id}/promessas`, { contas: parcelas, ate: '2026-12-04' })
    expect([await virar(world, '2026-12-06'), await virar(world, '2026-12-08')]).toEqual(['ativa', 'ativa'])
    expect(await virar(world, '2026-12-09')).toBe('quebrada')
    expect(await ver(world, id)).toEqual({ status: 'aguardando_atendimento', aguardando_motivo: 'acordo_quebrado' })
  })

  test('with money on its way: for the days of grace', async ({ world }) => {
    const { id } = await acordar(world)
    world.relogio.mover('2026-12-04T13:00:00.000Z')
    const [movimento] = await registrar(world, umCredito(world))
    const url = `/api/admin/conciliacao/movimentos/${movimento}/credito`
    await pedir(world, await world.criarAdmin(), 'POST', url, { cliente_id: id })
    expect([await virar(world, '2026-12-06'), await virar(world, '2026-12-07')]).toEqual(['ativa', 'ativa'])
    expect(await virar(world, '2026-12-08')).toBe('quebrada')
  })
})

test('a program that was off hears the bank before it breaks what was paid meanwhile, or bills it', async ({
  world,
}) => {
  await comBanco(world, async (banco) => {
    await aprovarModelos(world)
    const { id, ana } = await comAcordo(world)
    await umTrabalho(world, trabalhosDoRecebimento, 'varredura do Pix')()
    const parcelas = await world.db.selectFrom('conta').select('id').where('origem', '=', 'negociacao').execute()
    const codigos = `${CLIENTES}/${id}/codigos`
    const { txid } = (await world.chamar(ana, 'POST', codigos, { contas: [parcelas[0]!.id] })).json()
    world.relogio.mover('2026-12-01T13:00:00.000Z')
    banco.psp.pagar(txid, { aForca: true })
    world.relogio.mover('2026-12-07T13:00:00.000Z')
    const dia = umTrabalho(world, (servicos) => trabalhosDeCobranca(servicos, { motorLigado: true }), 'cobranca.dia')
    await dia()
    await umTrabalho(world, trabalhosDoRecebimento, 'varredura do Pix')()
    await dia()
    await umTrabalho(world, trabalhosDeConciliacao, 'conciliacao')()
    await dia()
    expect(await ver(world, id)).toMatchObject({ status: 'negociado' })
    expect(await world.db.selectFrom('mensagem').selectAll().where('finalidade', '=', 'parcela').execute()).toEqual([])
  })
})

const umTrabalho = (world: World, quais: (servicos: World['servicos']) => Trabalho[], nome: string) => {
  const trabalho = quais(world.servicos).find((um) => um.nome === nome)!
  return () => trabalho.executar(new AbortController().signal)
}
