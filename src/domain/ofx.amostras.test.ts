import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textoDaAmostra } from '#test/amostra-do-banco.ts'
import { lerOfx } from '#test/ler-ofx.ts'
import esperados from '../../test/samples/banco/expected.json' with { type: 'json' }
import type { LinhaDoExtrato } from './extrato.ts'

const lerArquivo = (arquivo: string, pedaco?: number) => lerOfx(textoDaAmostra(arquivo), pedaco)

const KINDS: Record<LinhaDoExtrato['especie'], string> = {
  entrada: 'in',
  lote_de_boletos: 'boleto-lump',
  devolucao_feita: 'refund-out',
  devolucao_recebida: 'refund-in',
  propria: 'own-transfer',
  outra_entrada: 'other-in',
  saida: 'out',
  tarifa: 'out',
  cartao: 'card',
  sem_sinal: 'unknown-sign',
  saldo: 'balance',
  futura: 'future',
}

const arquivos = Object.entries(esperados as unknown as Record<string, Esperado>).flatMap(([nome, esperado]) =>
  /-ofx/.test(nome) && esperado.accounts ? [[nome, esperado.accounts] as const] : [],
)
interface Esperado {
  accounts?: {
    bank: string
    branch: string
    account: string
    lines: {
      date: string
      amount: number
      kind: string
      fitid: string
      memo: string
      payer: string
      payerDocument: string
    }[]
  }[]
}

describe('each statement gives what its README says, line by line', () => {
  test.each(arquivos)('%s', (nome, contas) => {
    const { resumo, linhas } = lerArquivo(nome, 1000)
    expect(
      resumo.contas.map(({ banco, agencia, conta }) => ({
        bank: banco ?? '',
        branch: agencia ?? '',
        account: conta,
        lines: linhas
          .filter((uma) => uma.conta === conta)
          .map(({ linha }) => ({
            date: linha.dia,
            amount: linha.valorCentavos,
            kind: KINDS[linha.especie],
            fitid: linha.fitid,
            payer: linha.pagador?.nome ?? '',
            payerDocument: linha.pagador?.documento ?? '',
          })),
      })),
    ).toEqual(
      contas.map(({ bank, branch, account, lines }) => ({
        bank,
        branch,
        account,
        lines: lines.map(({ memo: _, ...linha }) => linha),
      })),
    )
  })

  test('none is left out', () => {
    expect(arquivos).toHaveLength(17)
  })

  test('01: the balances are told apart and what is left adds up to the last of them', () => {
    const { linhas } = lerArquivo('01-ofx-bb-fitid-repetido-saldos.ofx')
    const movimentos = linhas.filter(({ linha }) => linha.especie !== 'saldo')
    expect(movimentos).toHaveLength(8)
    expect(movimentos.reduce((soma, { linha }) => soma + linha.valorCentavos, 150_000)).toBe(649_899)
  })

  test('01: the line of each is that of the file', () => {
    expect(lerArquivo('01-ofx-bb-fitid-repetido-saldos.ofx').linhas.map(({ linha }) => linha.linha)).toEqual([
      44, 53, 62, 71, 80, 89, 98, 107, 116, 125, 134,
    ])
  })

  test('11: what a generic memo hides is in the description', () => {
    expect(lerArquivo('11-ofx-sicoob-pagador-em-name.ofx').linhas[0]?.linha.descricao).toBe(
      'Recebimento Pix PADARIA EXEMPLO DO BAIRRO LTDA 77.888.999/0001-81 · PIX RECEBIDO - OUTRA IF',
    )
  })
})

test('the pieces in which a file arrives change nothing', () => {
  const nomes = arquivos.map(([nome]) => nome)
  fc.assert(
    fc.property(fc.constantFrom(...nomes), fc.integer({ min: 1, max: 300 }), (nome, pedaco) => {
      expect(lerArquivo(nome, pedaco)).toEqual(lerArquivo(nome))
    }),
    { numRuns: 30 },
  )
})
