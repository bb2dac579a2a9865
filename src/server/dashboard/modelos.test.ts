import { describe, expect } from 'vitest'
import { ler, mensagem } from '#test/figuras.ts'
import { test } from '#test/world.ts'

// The world's day is Tuesday 24/11/2026, 10:00 in São Paulo.

describe('GET /api/admin/configuracoes/mensagens/desempenho', () => {
  const url = '/api/admin/configuracoes/mensagens/desempenho'

  test('counts what became of each template, and what Meta charges', async ({ world }) => {
    const admin = await world.criarAdmin()
    const [a, b] = [await world.criarCliente(), await world.criarCliente()]
    const enviada = { aceita_em: '2026-11-20T13:00:00.000Z', modelo_tipo: 'atraso' as const }
    const paga = { preco_tipo: 'regular', preco_categoria: 'utility' }
    await mensagem(world, a.id, { ...enviada, ...paga, contato_id: a.contatoId, status: 'lida' })
    await mensagem(world, b.id, {
      ...enviada,
      preco_tipo: 'free_customer_service',
      contato_id: b.contatoId,
      status: 'entregue',
    })
    // A word for its price that nobody knows yet.
    const outra = { preco_tipo: 'monthly_allowance', aceita_em: '2026-11-21T13:00:00.000Z', contato_id: b.contatoId }
    await mensagem(world, b.id, { ...enviada, ...outra })
    await mensagem(world, b.id, {
      modelo_tipo: 'atraso',
      status: 'falha',
      envio: 'encerrada',
      falhou_em: '2026-11-21T13:00:00.000Z',
      erro_codigo: '131026',
      erro_mensagem: 'Este número não recebe mensagens pelo WhatsApp.',
    })
    await mensagem(world, a.id, { aceita_em: '2026-09-20T13:00:00.000Z', modelo_tipo: 'atraso' })
    await mensagem(world, a.id, {
      direcao: 'recebida',
      tipo: 'texto',
      status: 'recebida',
      finalidade: 'recebida',
      envio: null,
      contato_id: a.contatoId,
      created_at: '2026-11-21T12:00:00.000Z',
    })
    const pagar = { valor: 100, pago_em: '2026-11-23', forma: 'pix' }
    const dono = await world.criarOperador()
    const conta = `/api/operador/contas-receber/${a.contas[0]}/pagamentos`
    expect((await world.chamar(dono, 'POST', conta, pagar)).statusCode).toBe(201)

    // What is thanked for was paid before.
    await world.db.updateTable('pagamento').set({ criado_em: '2026-11-23T13:00:00.000Z' }).execute()
    const obrigado = { aceita_em: '2026-11-23T13:00:01.000Z', modelo_tipo: 'pagamento' as const }
    await mensagem(world, a.id, { ...obrigado, contato_id: a.contatoId })

    const { de, ate, data } = await ler(world, admin, url)
    expect(data.find(({ tipo }: { tipo: string }) => tipo === 'pagamento')).toMatchObject({ enviadas: 1, pagas: 0 })
    expect([de, ate]).toEqual(['2026-10-26', '2026-11-24'])
    expect(data.find(({ tipo }: { tipo: string }) => tipo === 'atraso')).toEqual({
      tipo: 'atraso',
      titulo: 'Atraso',
      enviadas: 3,
      entregues: 2,
      lidas: 1,
      respondidas: 1,
      pagas: 1,
      falhas: [{ codigo: '131026', mensagem: 'Este número não recebe mensagens pelo WhatsApp.', total: 1 }],
      custo: { cobradas: { utility: 1 }, gratuitas: 1, sem_informacao: 1 },
    })
    expect(data.find(({ tipo }: { tipo: string }) => tipo === 'lembrete').enviadas).toBe(0)

    const planilha = await world.chamar(admin, 'GET', `${url}/exportar.csv?de=2026-11-01&ate=2026-11-24`)
    expect(planilha.headers['content-disposition']).toBe(
      'attachment; filename="desempenho-2026-11-01-a-2026-11-24.csv"',
    )
    expect(planilha.body.trim().split('\r\n')).toHaveLength(data.length + 1)
    expect(planilha.body).toContain(
      '"Atraso";"3";"2";"1";"1";"1";"1";"1 × 131026: Este número não recebe mensagens pelo WhatsApp.";"1";"1";"1"',
    )
    expect((await world.chamar(dono, 'GET', `${url}/exportar.csv`)).statusCode).toBe(403)
  })

  test('a period that is none, or too long: 422', async ({ world }) => {
    const admin = await world.criarAdmin()
    for (const query of [
      'de=2026-11-24&ate=2026-11-01',
      'de=2026-01-01&ate=2026-11-01',
      'de=ontem',
      'ate=0001-01-01',
      'ate=9999-12-31',
    ]) {
      expect((await world.chamar(admin, 'GET', `${url}?${query}`)).statusCode).toBe(422)
      expect((await world.chamar(admin, 'GET', `${url}/exportar.csv?${query}`)).statusCode).toBe(422)
    }
  })
})

test('administrators are told which steps of the régua stopped with their template', async ({ world }) => {
  const admin = await world.criarAdmin()
  const alertas = async () => (await ler(world, admin, '/api/admin/dashboard')).alertas
  const mudar = (situacao: 'pausado' | 'aprovado', tipos: ('atraso' | 'vencimento' | 'parcela')[]) =>
    world.db.updateTable('modelo_versao').set({ situacao }).where('tipo', 'in', tipos).execute()
  await mudar('pausado', ['vencimento'])
  expect(await alertas()).toMatchObject([
    { codigo: 'modelo_parado', mensagem: expect.stringContaining('“Vencimento”: o passo D0 não sai até') },
  ])
  await mudar('pausado', ['atraso'])
  expect(await alertas()).toMatchObject([
    { mensagem: expect.stringContaining('“Vencimento” e “Atraso”: os passos D0, D+2, D+5 e D+10 não saem até') },
  ])
  await mudar('aprovado', ['vencimento', 'atraso'])
  await mudar('pausado', ['parcela'])
  expect(await alertas(), 'no agreement runs').toEqual([])
  const { id, contas } = await world.criarCliente()
  const acordo = { contas, parcelas: 2, primeiro_vencimento: '2026-12-10' }
  await world.chamar(await world.criarOperador(), 'POST', `/api/operador/clientes/${id}/negociacoes`, acordo)
  expect(await alertas()).toMatchObject([
    { mensagem: expect.stringContaining('“Parcela”: os lembretes de parcela não saem até') },
  ])
  await mudar('aprovado', ['parcela'])
  expect(await alertas()).toEqual([])
})
