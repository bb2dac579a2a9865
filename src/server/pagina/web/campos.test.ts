import { describe, expect, test } from 'vitest'
import { daForma, escolhaDeContas } from './campos.ts'

const conta = (id: number, contestada = id === 2) =>
  ({
    id,
    numero: `N-${id}`,
    negociacao_id: null,
    vencimento: '2026-11-02',
    status: 'vencida',
    contestada,
    valor_atualizado: 10,
  }) as Parameters<typeof escolhaDeContas>[0][number]
const contas = (quantas: number) => Array.from({ length: quantas }, (_, i) => conta(i + 1))
const escolher = (quantas: number, campos?: Record<string, string[]>) =>
  escolhaDeContas(
    contas(quantas),
    daForma(campos && { forma: 'codigos', campos, erros: {}, mensagem: 'Confira.' }, 'codigos'),
    PAGAR,
  ).texto
const PAGAR = { id: 'pix', pergunta: 'O que você quer pagar?' }

describe('which accounts an act is about', () => {
  test('the only one is said, since others may stand on the page', () => {
    expect(escolher(1)).toContain('Conta N-1, venceu 02/11/2026')
    const parcela = { ...conta(1), numero: 'Acordo 2 · 1/3', negociacao_id: 2 }
    expect(escolhaDeContas([parcela], daForma(undefined, 'codigos'), PAGAR).texto).toContain('>Acordo 2 · 1/3, venceu')
  })

  test('few stand open; many are folded under how many are chosen, and all are still in the form', () => {
    expect(escolher(6)).not.toContain('<details>')
    const muitas = escolher(40)
    expect(muitas).toContain('<summary>39 contas marcadas: ver ou mudar</summary>')
    expect(muitas.match(/name="contas"/g)).toHaveLength(40)
    const quaseTodas = contas(7).map(({ id }) => conta(id, id !== 7))
    expect(escolhaDeContas(quaseTodas, daForma(undefined, 'codigos'), PAGAR).texto).toContain('>1 conta marcada: ver')
  })

  test('what was chosen and refused stands open, as it was', () => {
    const devolvidas = escolher(40, { contas: ['3'] })
    expect(devolvidas).not.toContain('<details>')
    expect(devolvidas.match(/ checked/g)).toHaveLength(1)
  })
})
