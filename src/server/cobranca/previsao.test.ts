import { expect } from 'vitest'
import { test } from '#test/world.ts'

const URL = '/api/admin/configuracoes/regua'

test('customers who share a phone are foreseen one a day, who waited longest first', async ({ world }) => {
  const admin = await world.criarAdmin()
  const regua = (await world.chamar(admin, 'GET', URL)).json()
  const telefone = '+5511987650001'
  await world.criarCliente({ telefone, ultimo_contato_em: '2026-11-20T12:00:00Z' }, [{ vencimento: '2026-11-27' }])
  await world.criarCliente({ telefone }, [{ vencimento: '2026-11-26' }])
  await world.criarCliente({}, [{ vencimento: '2026-11-26' }])
  const passos = [
    { dias: 0, tipo: 'vencimento' },
    { dias: 1, tipo: 'atraso' },
  ]
  const rascunho = { ...regua, intervalo_minimo_dias: 0, passos }
  const { dias } = (await world.chamar(admin, 'POST', `${URL}/previsao`, rascunho)).json()
  const comMensagens = dias.filter(({ mensagens }: { mensagens: number }) => mensagens > 0)
  expect(comMensagens.map(({ dia, por_passo }: { dia: string; por_passo: object }) => [dia, por_passo])).toEqual([
    ['2026-11-26', { 0: 2 }],
    ['2026-11-27', { 0: 1, 1: 1 }],
    ['2026-11-28', { 1: 1 }],
    ['2026-11-30', { 1: 1 }],
  ])
})
