import { expect, test } from 'vitest'
import type { Movimento, Sugestao } from '#contract/conciliacao.ts'
import { acertarRelogio } from '#web/api/agora.ts'
import { comSinal, deOndeVeio, oQueSugere, quemPagou, situacaoDe } from './palavras.ts'

const um = (parte: Partial<Movimento>) =>
  ({ tipo: 'credito', situacao: 'novo', saiu: false, valor: 50, ...parte }) as Movimento

test('only what left the account is below zero, whatever kind it is', () => {
  expect(comSinal(um({}))).toBe(50)
  expect(comSinal(um({ tipo: 'outro', situacao: 'ignorado' }))).toBe(50)
  expect(comSinal(um({ tipo: 'outro', situacao: 'ignorado', saiu: true }))).toBe(-50)
  expect(comSinal(um({ tipo: 'devolucao', saiu: true }))).toBe(-50)
})

test('what only a person said to have gone back is told from what the bank proved', () => {
  expect(situacaoDe(um({ situacao: 'devolvido', sem_prova: 50 }))?.rotulo).toBe('Sem prova')
  expect(situacaoDe(um({ situacao: 'devolvido', sem_prova: 0 }))?.rotulo).toBe('Devolvido')
})

test('a refund that took nothing back yet waits: it is no money that nobody owns', () => {
  expect(situacaoDe(um({ tipo: 'devolucao', saiu: true }))?.rotulo).toBe('À espera')
})

test('a fee is not said to be ignored, as a credit is that a person ignored', () => {
  expect(situacaoDe(um({ tipo: 'tarifa', situacao: 'ignorado' }))).toBeUndefined()
  expect(situacaoDe(um({ situacao: 'ignorado' }))?.rotulo).toBe('Ignorado')
})

test('who paid is said by their name, or their document, or what the bank wrote', () => {
  const descricao = 'PIX RECEBIDO'
  const quem = (nome: string | null, documento: string | null) => quemPagou({ descricao, pagador: { nome, documento } })
  expect([quem('Nilo', '123'), quem(null, '123'), quem(null, null), quemPagou({ descricao, pagador: null })]).toEqual([
    'Nilo',
    '123',
    descricao,
    descricao,
  ])
  expect(deOndeVeio(um({ origem: 'pix', banco: null, conta_bancaria: null }))).toBe('Pix')
  expect(deOndeVeio(um({ origem: 'ofx', banco: null, conta_bancaria: '1234/5' }))).toMatch(/ · 1234\/5$/)
})

test.each([
  [{ acao: 'ignorar' }, 'Não é pagamento de cliente'],
  [{ acao: 'vincular', contas: [] }, 'Nilo: pagamento já registrado'],
  [{ contas: [] }, 'Nilo: crédito a devolver'],
  [{ contas: [{ nome: 'NF-e 1', vencimento: '2026-11-24' }] }, 'Nilo: NF-e 1, vence em 24/11/2026'],
  [{ contas: [{ nome: 'NF-e 1', vencimento: '2026-11-23' }], cliente: null }, 'NF-e 1, venceu em 23/11/2026'],
  [{ contas: [{}, {}] }, 'Nilo: 2 contas'],
])('a suggestion of %o is said as %j', (parte, frase) => {
  acertarRelogio('2026-11-24T13:00:00.000Z')
  expect(oQueSugere({ acao: 'aplicar', cliente: { id: 1, nome: 'Nilo' }, ...parte } as Sugestao)).toBe(frase)
})
