import { describe, expect } from 'vitest'
import { VAI_PARA_A_FILA } from '#domain/explicacao.ts'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrarRecusadas } from '#server/despacho/resultados.actions.ts'
import { detalharCliente } from '#server/ficha/detalhe.queries.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import type { World } from '#test/world.ts'

const ver = ({ db, relogio }: World, id: number) => detalharCliente({ db, agora: relogio.agora() }, id)
const decidir = async (world: World, id: number) => (await ver(world, id)).decisao

describe('the decision of one customer', () => {
  test('is prevista before the run and enviada after it, with what comes next', async ({ world }) => {
    await aprovarModelos(world)
    const { id } = await world.criarCliente()
    expect(await decidir(world, id)).toMatchObject({
      dia: '2026-11-24',
      enviada: false,
      motivo: 'prevista',
      passo: 5,
    })
    expect((await ver(world, id)).proximo_contato_em).toBe('2026-11-24')
    await executar(world.servicos, {})
    const decisao = await decidir(world, id)
    expect(decisao).toMatchObject({ enviada: true, motivo: 'enviada', passo: 5 })
    expect(decisao.detalhe).toBe(
      'A mensagem do dia foi para a fila de envio. Passo D+5. 0 de 6 tentativas sem resposta até agora. Próximo contato previsto para 30/11/2026.',
    )
    expect((await ver(world, id)).proximo_contato_em).toBe('2026-11-30')
  })

  test('of whoever WhatsApp refused the message says why, and not that it is to be sent', async ({ world }) => {
    await aprovarModelos(world)
    const { id } = await world.criarCliente()
    await executar(world.servicos, {})
    const erro_mensagem = 'Este número não recebe mensagens pelo WhatsApp.'
    await world.db.updateTable('mensagem').set({ status: 'falha', erro_codigo: '131026', erro_mensagem }).execute()
    const { motivo, detalhe, razoes } = await decidir(world, id)
    expect(motivo).toBe('enviada')
    expect(detalhe).toMatch(/^Este número não recebe mensagens pelo WhatsApp\. 0 de 6/)
    expect(razoes).toContainEqual({ sinal: 'contra', texto: erro_mensagem })
  })

  test('known not sent it is to be sent again, and why it was not is said', async ({ world }) => {
    await aprovarModelos(world)
    const { id } = await world.criarCliente()
    await executar(world.servicos, {})
    const { id: mensagemId } = await world.db.selectFrom('mensagem').select('id').executeTakeFirstOrThrow()
    const mensagem = 'A mensagem ficou longa demais depois de preenchida.'
    await emTransacao(world.db, (trx) =>
      registrarRecusadas(trx, [{ id: mensagemId, codigo: '132005', mensagem }], world.relogio.agora()),
    )
    const texto = `A mensagem de hoje não saiu, e volta na próxima rodada. ${mensagem}`
    const recusada = await decidir(world, id)
    expect(recusada.motivo).toBe('prevista')
    expect(recusada.razoes).toContainEqual({ sinal: 'contra', texto })
  })

  test('of whoever was billed on a Sunday, by a run that lifts hours, says so and not that Sundays are days of sending', async ({
    world,
  }) => {
    await aprovarModelos(world)
    const { id } = await world.criarCliente()
    world.relogio.mover('2026-11-29T15:00:00.000Z')
    await executar(world.servicos, { forcado: true })
    const { motivo, razoes } = await decidir(world, id)
    expect(motivo).toBe('enviada')
    expect(razoes.map(({ texto }) => texto)).toContain('Domingo, numa execução mesmo fora do horário')
  })

  test('of two who share a phone, one is foreseen and the other already contacted', async ({ world }) => {
    await aprovarModelos(world)
    const um = await world.criarCliente({ telefone: '+5511987654321' })
    const outro = await world.criarCliente({ telefone: '+5511987654321' })
    const motivo = async (id: number) => (await decidir(world, id)).motivo
    expect([await motivo(um.id), await motivo(outro.id)]).toEqual(['prevista', 'ja_contatado_hoje'])
  })

  test('of whoever the next run moves to the queue does not say that they are in it', async ({ world }) => {
    const { id } = await world.criarCliente()
    await world.db.updateTable('passo_regua').set({ ativo: false }).execute()
    const antes = await decidir(world, id)
    expect(antes).toMatchObject({ motivo: 'aguardando', detalhe: VAI_PARA_A_FILA })
    expect(antes.razoes).toContainEqual({ sinal: 'contra', texto: VAI_PARA_A_FILA })
    await executar(world.servicos, {})
    expect((await decidir(world, id)).detalhe).toBe('O cliente está na fila, aguardando um operador.')
  })

  test('of whoever has nothing open is sem_conta_no_passo', async ({ world }) => {
    const { id } = await world.criarCliente({}, [])
    expect(await decidir(world, id)).toMatchObject({
      motivo: 'sem_conta_no_passo',
      enviada: false,
    })
  })
})
