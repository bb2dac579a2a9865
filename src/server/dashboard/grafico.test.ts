import { describe, expect } from 'vitest'
import { conta, ler, mensagem, naPagina, pagar, resposta } from '#test/figuras.ts'
import { test } from '#test/world.ts'

describe('GET /api/admin/dashboard/grafico-mensal', () => {
  test('returns twelve months, oldest first, with what was billed, received and sent', async ({ world }) => {
    const admin = await world.criarAdmin()
    const { id, contas } = await world.criarCliente({}, [
      conta(100_00, '2025-03-10'), // older than the chart: open in every month until paid
      conta(60_00, '2026-10-15'),
      conta(40_00, '2026-11-30'),
      conta(90_00, '2026-12-05'), // not due yet
      conta(70_00, '2026-09-01', { situacao: 'cancelada' }),
    ])
    await pagar(world, id, contas[0]!, 30_00, '2026-09-30')
    await pagar(world, id, contas[1]!, 20_00, '2026-09-20') // before it was due
    const engano = { estornado_em: world.relogio.agora(), motivo_estorno: 'Engano' }
    await pagar(world, id, contas[1]!, 5_00, '2026-10-20', engano)
    await mensagem(world, id, { aceita_em: '2026-10-31T23:59:59-03:00' })
    await resposta(world, id, '2026-11-01T00:00:00-03:00')
    await naPagina(world, id, '2026-11-02T12:00:00Z')
    const meses = await ler(world, admin, '/api/admin/dashboard/grafico-mensal')
    expect(meses.map((mes: { mes: string }) => mes.mes)).toEqual(
      '2025-12 2026-01 2026-02 2026-03 2026-04 2026-05 2026-06 2026-07 2026-08 2026-09 2026-10 2026-11'.split(' '),
    )
    expect(meses.slice(-4)).toEqual([
      { mes: '2026-08', cobrado: 100, recebido: 0, enviadas: 0, recebidas: 0 },
      { mes: '2026-09', cobrado: 120, recebido: 50, enviadas: 0, recebidas: 0 },
      { mes: '2026-10', cobrado: 110, recebido: 0, enviadas: 1, recebidas: 0 },
      { mes: '2026-11', cobrado: 150, recebido: 0, enviadas: 0, recebidas: 1 },
    ])
    const { percentual_cobrancas_mes, detalhe } = await ler(world, admin, '/api/admin/dashboard')
    expect([percentual_cobrancas_mes, detalhe.a_receber_ate_fim_do_mes]).toEqual([0, 150])
  })

  test.for([
    { efetivada: '2026-10-10', primeira: '2026-10-20', cobrado: [100, 100, 50, 100] },
    // It waited for an approval, or for its first payment, over the end of the month: what it replaced was open until then.
    { efetivada: '2026-11-02', primeira: '2026-11-05', cobrado: [100, 100, 100, 100] },
  ])('moves what an agreement replaced to its instalments as it begins on $efetivada', async (caso, { world }) => {
    const { efetivada, primeira, cobrado } = caso
    const admin = await world.criarAdmin()
    const { id } = await world.criarCliente({}, [conta(1, '2027-01-01')])
    const { id: acordo } = await world.db
      .insertInto('negociacao')
      .values({
        cliente_id: id,
        status: 'ativa',
        valor_original_centavos: 100_00,
        encargos_centavos: 0,
        desconto_centavos: 0,
        valor_negociado_centavos: 100_00,
        criada_em: '2026-10-10T12:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const base = {
      cliente_id: id,
      emissao: '2026-08-01',
      created_at: world.relogio.agora(),
      updated_at: world.relogio.agora(),
    }
    await world.db
      .insertInto('conta')
      .values([
        {
          ...base,
          numero: 'A',
          valor_centavos: 100_00,
          vencimento: '2026-08-10',
          vencimento_util: '2026-08-10',
          origem: 'manual',
          situacao: 'negociada',
          substituida_por: acordo,
        },
        {
          ...base,
          numero: 'P1',
          emissao: efetivada,
          valor_centavos: 50_00,
          vencimento: primeira,
          vencimento_util: primeira,
          origem: 'negociacao',
          acordo_id: acordo,
          parcela_numero: 1,
        },
        {
          ...base,
          numero: 'P2',
          emissao: efetivada,
          valor_centavos: 50_00,
          vencimento: '2026-11-20',
          vencimento_util: '2026-11-20',
          origem: 'negociacao',
          acordo_id: acordo,
          parcela_numero: 2,
        },
      ])
      .execute()
    const meses = await ler(world, admin, '/api/admin/dashboard/grafico-mensal')
    expect(meses.slice(-4).map((mes: { cobrado: number }) => mes.cobrado)).toEqual(cobrado)
  })
})
