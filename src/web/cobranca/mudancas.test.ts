import { expect, test } from 'vitest'
import type { Regua } from '#contract/cobranca.ts'
import { diaLivre, mudancasDa, seguir } from './mudancas.ts'

const salva: Regua = {
  passos: [
    { id: 1, dias: 0, tipo: 'vencimento', ativo: true },
    { id: 2, dias: 5, tipo: 'atraso', ativo: true },
    { id: 3, dias: 20, tipo: 'atraso_grave', ativo: true },
  ],
  dias_uteis: false,
  horario: { inicio: '08:00', fim: '18:00', sabado_inicio: '08:00', sabado_fim: '12:00' },
  feriados: [],
  nomes_feriados: {},
  feriados_nacionais: [],
  max_tentativas: 6,
  intervalo_minimo_dias: 2,
  multa_percentual: 2,
  juros_percentual_mes: 1,
}

test.for([
  [{}, []],
  [{ passos: salva.passos.map((p) => (p.id === 3 ? { ...p, ativo: false } : p)) }, ['D+20 desligado']],
  [{ passos: salva.passos.map((p) => (p.id === 2 ? { ...p, dias: 7 } : p)) }, ['D+5 passa a D+7']],
  [{ passos: salva.passos.slice(1) }, ['D0 removido']],
  [{ passos: [...salva.passos, { id: -1, dias: -3, tipo: 'lembrete', ativo: true }] }, ['D−3 novo']],
  [{ multa_percentual: 1.5, feriados: ['2026-12-08'] }, ['feriados', 'multa de 1,50 %']],
] as const)('%o reads as %o', ([mudanca, frases]) => {
  expect(mudancasDa(salva, { ...salva, ...(mudanca as Partial<Regua>) })).toEqual(frases)
})

test.for([
  ['nothing', {}, { multa_percentual: 3 }, { multa_percentual: 3 }],
  ['another field', { max_tentativas: 9 }, { multa_percentual: 3 }, { max_tentativas: 9, multa_percentual: 3 }],
  ['the same field', { max_tentativas: 9 }, { max_tentativas: 4 }, { max_tentativas: 9 }],
  [
    'its steps',
    { passos: salva.passos.slice(1) },
    { dias_uteis: true },
    { passos: salva.passos.slice(1), dias_uteis: true },
  ],
] as const)('a draft that changed %s keeps it, and the rest follows what is saved', ([, rascunho, saiu, fica]) => {
  const com = (parte: object): Regua => ({ ...salva, ...parte })
  expect(seguir(com(rascunho), salva, com(saiu))).toEqual(com(fica))
})

test('a new step begins five days after the last, or on the last day that is free', () => {
  const naData = (...dias: number[]) =>
    dias.map((dia, i) => ({ id: i + 1, dias: dia, tipo: 'atraso' as const, ativo: true }))
  expect(diaLivre([])).toBe(0)
  expect(diaLivre(naData(-3, 20))).toBe(25)
  expect(diaLivre(naData(363))).toBe(365)
  expect(diaLivre(naData(364, 365))).toBe(363)
})
