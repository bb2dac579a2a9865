import { describe, expect, test } from 'vitest'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { aceitas, porMotivo, semDias } from './pendencias.ts'

type Pendencia = ResultadoXml['pendencias'][number]
const pendencia = (arquivo: string, motivo: Pendencia['motivo'], valor: number): Pendencia => ({
  arquivo,
  motivo,
  valor,
  chave_nfe: `chave-${arquivo}`,
  mensagem: '',
  numero: '1',
  cliente: 'Fulano',
  contas: 2,
  emissao: '2026-11-01',
})

describe('documents that wait for a word', () => {
  const pendencias = [
    pendencia('a.xml', 'sem_protocolo', 100.1),
    pendencia('b.xml', 'sem_protocolo', 50),
    pendencia('b.xml', 'sem_vencimento', 50),
    pendencia('c.xml', 'chave_invalida', 10),
  ]

  test('are grouped by reason', () => {
    expect(porMotivo(pendencias).map(({ motivo, itens }) => [motivo, itens.length])).toEqual([
      ['sem_vencimento', 1],
      ['sem_protocolo', 2],
      ['chave_invalida', 1],
    ])
  })

  test('come in once every reason of theirs is accepted', () => {
    expect(aceitas(pendencias, new Set(['sem_protocolo']))).toEqual({ documentos: 1, contas: 2, valor: 100.1 })
    expect(aceitas(pendencias, new Set(['sem_protocolo', 'sem_vencimento']))).toEqual({
      documentos: 2,
      contas: 4,
      valor: 150.1,
    })
    expect(aceitas(pendencias, new Set())).toEqual({ documentos: 0, contas: 0, valor: 0 })
  })
})

test('a due date that is still to be said is missing', () => {
  const decisoes = { aceitar: new Set(['sem_vencimento'] as const), dias: '', vincular: false }
  expect(semDias(decisoes)).toBe(true)
  expect(semDias({ ...decisoes, dias: '28' })).toBe(false)
  expect(semDias({ ...decisoes, aceitar: new Set() })).toBe(false)
})
