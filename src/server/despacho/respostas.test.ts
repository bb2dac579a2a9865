import { describe, expect } from 'vitest'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { test } from '#test/com-palco.ts'
import { despachar } from '#test/despachar.ts'
import type { Palco } from '#test/emulador.ts'
import { comPagamento } from '#test/pagamentos.ts'
import type { Pessoa, World } from '#test/world.ts'

const enviadas = async (world: World) =>
  (await world.db.selectFrom('mensagem').selectAll().where('direcao', '=', 'enviada').orderBy('id').execute()).map(
    ({ finalidade, status, erro_codigo }) => ({ finalidade, status, erro_codigo }),
  )
const mover = async (world: World, palco: Palco, quem: Pessoa, instante: string) => {
  world.relogio.mover(instante)
  palco.agora = world.relogio.agora()
  quem.token = await criarSessao(world.db, quem.id, world.relogio.agora(), null)
}

/** An operator whose customer's dispute was not accepted, when nobody may be written to. */
async function naoAceita(world: World, palco: Palco, instante: string) {
  const ana = await world.criarOperador()
  await mover(world, palco, ana, instante)
  const { id, contatoId, contas } = await world.criarCliente({ operador_id: ana.id, status: 'em_atendimento' })
  const base = `/api/operador/clientes/${id}`
  const { id: contestacao } = (
    await world.chamar(ana, 'POST', `${base}/contestacoes`, { contas, motivo: 'valor' })
  ).json()
  const corpo = { status: 'improcedente', resposta: 'A entrega foi assinada.' }
  const { statusCode } = await world.chamar(ana, 'PATCH', `${base}/contestacoes/${contestacao}`, corpo)
  expect(statusCode).toBe(200)
  await despachar(world)
  expect(palco.emulador.envios()).toEqual([])
  return { ana, base, contas, contatoId: contatoId! }
}
const SABADO_A_TARDE = '2026-11-28T18:00:00.000Z'
const SEGUNDA_CEDO = '2026-11-30T11:00:30.000Z'

describe('the answer to a dispute', () => {
  test('given when nobody may be written to until Monday goes on Monday, to who owes still', async ({
    world,
    palco,
  }) => {
    const { ana } = await naoAceita(world, palco, SABADO_A_TARDE)
    const quitou = await naoAceita(world, palco, SABADO_A_TARDE)
    await comPagamento(world, quitou.ana, quitou.contas[0]!, 100)
    await despachar(world)
    await mover(world, palco, ana, SEGUNDA_CEDO)
    await despachar(world)
    expect(await enviadas(world)).toMatchObject([
      { finalidade: 'contestacao', status: 'enviada' },
      { finalidade: 'contestacao', status: 'cancelada', erro_codigo: 'deixou_de_valer' },
      { finalidade: 'pagamento', status: 'enviada' },
    ])
  })

  test('queued by a version that did not write from when it may go goes then, and keeps nobody waiting', async ({
    world,
    palco,
  }) => {
    const { ana, contatoId } = await naoAceita(world, palco, SABADO_A_TARDE)
    await world.db.updateTable('mensagem').set({ nao_antes_de: null }).where('contato_id', '=', contatoId).execute()
    await despachar(world)
    expect(await world.db.selectFrom('mensagem').select('nao_antes_de').execute()).toEqual([
      { nao_antes_de: '2026-11-30T11:00:00.000Z' },
    ])
    await mover(world, palco, ana, SEGUNDA_CEDO)
    await despachar(world)
    expect(await enviadas(world)).toMatchObject([{ finalidade: 'contestacao', status: 'enviada' }])
  })

  test('keeps nothing else that is written to the customer waiting', async ({ world, palco }) => {
    const { ana, base, contatoId } = await naoAceita(world, palco, SABADO_A_TARDE)
    const janela_ate = new Date(world.relogio.agora().getTime() + 3_600_000)
    await world.db.updateTable('contato').set({ janela_ate }).where('id', '=', contatoId).execute()
    const { telefone } = await world.db.selectFrom('cliente').select('telefone').executeTakeFirstOrThrow()
    await palco.emulador.recebidas.receber(telefone!, { tipo: 'texto', texto: 'Oi' })
    expect((await world.chamar(ana, 'POST', `${base}/mensagens`, { conteudo: 'Bom dia' })).statusCode).toBe(201)
    await despachar(world)
    expect(palco.emulador.envios()).toMatchObject([{ texto: 'Bom dia' }])
  })

  test('that waits for room below the level of the number is overtaken by no bill', async ({ world, palco }) => {
    const nivel = JSON.stringify({ limite: 'TIER_50' })
    await world.db.updateTable('configuracao').set({ whatsapp_situacao: nivel }).execute()
    for (let i = 0; i < 50; i += 1) await world.criarCliente({}, [{ vencimento: '2026-12-20' }])
    await world.db.updateTable('contato').set({ ultimo_contato_em: world.relogio.agora() }).execute()
    const { contatoId } = await naoAceita(world, palco, world.relogio.agora().toISOString())
    await world.db.updateTable('cliente').set({ status: 'ativo' }).where('contato_id', '=', contatoId).execute()
    const dosPrimeiros = (ultimo_contato_em: Date | null) =>
      world.db.updateTable('contato').set({ ultimo_contato_em }).where('id', 'in', [1, 2]).execute()
    await dosPrimeiros(null)
    await executar(world.servicos, {})
    await despachar(world)
    expect(palco.emulador.envios()).toEqual([])
    await dosPrimeiros(world.relogio.agora()) // the last room is the bill's, and by it the answer's
    world.relogio.passar({ minutos: 10 })
    await despachar(world)
    expect(await enviadas(world)).toMatchObject([
      { finalidade: 'contestacao', status: 'enviada' },
      { finalidade: 'regua', status: 'enviada' },
    ])
    expect(palco.emulador.envios().map(({ texto }) => texto?.includes('contestação'))).toEqual([true, false])
  })

  test('is not sent out of hours by an account that comes back in the evening', async ({ world, palco }) => {
    const { ana } = await naoAceita(world, palco, '2026-11-24T23:30:00.000Z')
    await mover(world, palco, ana, '2026-11-25T23:10:00.000Z') // stopped all Wednesday, until after eight
    await despachar(world)
    expect(palco.emulador.envios()).toEqual([])
    await mover(world, palco, ana, '2026-11-26T11:00:30.000Z')
    await despachar(world)
    expect(await enviadas(world)).toMatchObject([{ finalidade: 'contestacao', status: 'enviada' }])
  })

  test('is not sent where the law came to leave no hour, and its day of waiting runs out', async ({ world, palco }) => {
    const { ana } = await naoAceita(world, palco, '2026-11-24T23:30:00.000Z')
    const nenhuma = { inicio: null, fim: null, sabado_inicio: null, sabado_fim: null }
    await world.db.updateTable('lei_de_contato').set(nenhuma).where('uf', '=', 'SP').execute()
    await mover(world, palco, ana, '2026-11-25T11:00:30.000Z')
    await despachar(world)
    expect(await enviadas(world)).toMatchObject([{ status: 'pendente' }])
    await mover(world, palco, ana, '2026-11-26T11:01:00.000Z')
    await despachar(world)
    expect(await enviadas(world)).toMatchObject([{ status: 'cancelada', erro_codigo: 'expirada' }])
    expect(palco.emulador.envios()).toEqual([])
  })
})

describe('what waited while nothing could be sent', () => {
  const negociar = async (world: World, ana: Pessoa, id: number, contas: number[]) => {
    const corpo = { contas, parcelas: 2, primeiro_vencimento: world.hoje() }
    const resposta = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, corpo)
    expect(resposta.statusCode, resposta.body).toBe(201)
    return resposta.json()
  }
  const pagar = async (world: World, ana: Pessoa, conta: number, valor: number) =>
    (await comPagamento(world, ana, conta, valor)).id

  test('is not sent about an agreement cancelled meanwhile, but about the one made after it', async ({
    world,
    palco,
  }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente()
    const { id: acordo } = await negociar(world, ana, id, contas)
    world.relogio.passar({ minutos: 5 })
    const url = `/api/operador/clientes/${id}/negociacoes/${acordo}/cancelar`
    expect((await world.chamar(ana, 'PATCH', url, { motivo: 'Engano' })).statusCode).toBe(200)
    const { id: outro } = await negociar(world, ana, id, contas)
    await world.db
      .updateTable('negociacao')
      .set({ status: 'cumprida', encerrada_em: world.relogio.agora() })
      .where('id', '=', outro)
      .execute()
    await despachar(world)
    expect(await enviadas(world)).toMatchObject([
      { finalidade: 'negociacao', status: 'cancelada', erro_codigo: 'deixou_de_valer' },
      { finalidade: 'negociacao', status: 'enviada' },
    ])
    expect(palco.emulador.envios()).toHaveLength(1)
  })

  test('thanks nobody whose payment was reversed meanwhile', async ({ world, palco }) => {
    const ana = await world.criarOperador()
    const { contas } = await world.criarCliente({ operador_id: ana.id, status: 'em_atendimento' })
    const pagamento = await pagar(world, ana, contas[0]!, 100)
    const url = `/api/operador/contas-receber/${contas[0]}/pagamentos/${pagamento}`
    expect((await world.chamar(ana, 'DELETE', url, { motivo: 'Engano' })).statusCode).toBe(200)
    await despachar(world)
    expect(await enviadas(world)).toMatchObject([{ finalidade: 'pagamento', status: 'cancelada' }])
    expect(palco.emulador.envios()).toEqual([])
  })

  test('says of each why it was cancelled, of those of one claim too', async ({ world, palco }) => {
    const ana = await world.criarOperador()
    const [acordou, pagou] = [
      await world.criarCliente(),
      await world.criarCliente({ operador_id: ana.id, status: 'em_atendimento' }),
    ]
    const { id: acordo } = await negociar(world, ana, acordou.id, acordou.contas)
    const pagamento = await pagar(world, ana, pagou.contas[0]!, 100)
    const motivo = { motivo: 'Engano' }
    const doAcordo = `/api/operador/clientes/${acordou.id}/negociacoes/${acordo}/cancelar`
    expect((await world.chamar(ana, 'PATCH', doAcordo, motivo)).statusCode).toBe(200)
    const doPagamento = `/api/operador/contas-receber/${pagou.contas[0]}/pagamentos/${pagamento}`
    expect((await world.chamar(ana, 'DELETE', doPagamento, motivo)).statusCode).toBe(200)
    await despachar(world)
    const ditas = await world.db.selectFrom('mensagem').select('erro_mensagem').orderBy('id').execute()
    expect(ditas.map(({ erro_mensagem }) => erro_mensagem)).toEqual([
      'O acordo terminou antes do envio.',
      'Antes do envio o pagamento foi estornado, ou o cliente passou a dever outra conta.',
    ])
    expect(palco.emulador.envios()).toEqual([])
  })

  test('bills nobody, in a person’s name, of what was paid meanwhile', async ({ world, palco }) => {
    const ana = await world.criarOperador()
    const antes = { situacao: 'cancelada', motivo_cancelamento: 'Engano', updated_at: '2026-11-01T12:00:00Z' } as const
    const [pagou, deve] = [await world.criarCliente(), await world.criarCliente({}, [{}, antes])]
    await pagar(world, ana, deve.contas[0]!, 10) // known when it is billed
    for (const { id } of [pagou, deve]) {
      await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/assumir`)
      const corpo = { template: 'atraso' }
      const { statusCode } = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/mensagens`, corpo)
      expect(statusCode).toBe(201)
    }
    world.relogio.passar({ minutos: 5 })
    await pagar(world, ana, pagou.contas[0]!, 40)
    const engano = await pagar(world, ana, deve.contas[0]!, 40)
    const url = `/api/operador/contas-receber/${deve.contas[0]}/pagamentos/${engano}`
    expect((await world.chamar(ana, 'DELETE', url, { motivo: 'Engano' })).statusCode).toBe(200)
    await despachar(world)
    expect(await enviadas(world)).toMatchObject([
      { finalidade: 'atendimento', status: 'cancelada', erro_codigo: 'deixou_de_valer' },
      { finalidade: 'atendimento', status: 'enviada' },
    ])
    expect(palco.emulador.envios()).toHaveLength(1)
  })
})
