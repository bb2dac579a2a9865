import { expect, test } from 'vitest'
import { telaDaOferta } from './ofertas.ts'

test('no amount of an offer is cut from its sign at the end of a line', () => {
  const oferta = {
    id: 1,
    texto: 'Hoje você deve R$ 10.203.333,32; pelo acordo paga R$ 10.101.666,65.',
    parcelas: [{ numero: 1, vencimento: '2026-11-26', valor: 10_101_666.65 }],
    valor_negociado: 10_101_666.65,
  } as Parameters<typeof telaDaOferta>[1]
  const empresa = { nome: 'Serra Azul' } as Parameters<typeof telaDaOferta>[0]
  const { texto } = telaDaOferta(empresa, oferta, '/c/x', 'chave')
  expect(texto).toContain('paga R$\u00a010.101.666,65')
  expect(texto).not.toContain('R$ ')
})
