import { expect, test } from 'vitest'
import type { Regua } from '#contract/cobranca.ts'
import { diaLivre, mudancasDa, seguirRegua } from './mudancas.ts'
import type { Passo } from './tipos.ts'

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
  [{ max_tentativas: 1, intervalo_minimo_dias: 1 }, ['parar após 1 tentativa', 'intervalo de 1 dia']],
  [{ intervalo_minimo_dias: 0 }, ['sem intervalo']],
  [{ multa_percentual: 1.5, feriados: ['2026-12-08'] }, ['feriados', 'multa de 1,50 %']],
] as const)('%o reads as %o', ([mudanca, frases]) => {
  expect(mudancasDa(salva, { ...salva, ...(mudanca as Partial<Regua>) })).toEqual(frases)
})

const novo = { id: -1, dias: 15, tipo: 'atraso', ativo: true } as const
const [d0, d5, d20] = salva.passos as [Passo, Passo, Passo]
test.for([
  ['changed nothing', {}, {}, { multa_percentual: 3 }, { multa_percentual: 3 }],
  [
    'changed another field',
    { max_tentativas: 9 },
    {},
    { multa_percentual: 3 },
    { max_tentativas: 9, multa_percentual: 3 },
  ],
  ['changed the same field', { max_tentativas: 9 }, {}, { max_tentativas: 4 }, { max_tentativas: 9 }],
  ['goes back while what it sent is saved', {}, { max_tentativas: 9 }, { max_tentativas: 9 }, {}],
  [
    'took a step away',
    { passos: [d5, d20] },
    {},
    { passos: [d0, { ...d5, ativo: false }, d20] },
    { passos: [{ ...d5, ativo: false }, d20] },
  ],
  ['put one in', { passos: [d0, d5, novo, d20] }, {}, { passos: [d0, d20] }, { passos: [d0, novo, d20] }],
  [
    'changes steps while a new one is saved',
    { passos: [{ ...d0, ativo: false }, d5, { ...novo, dias: 16 }, d20] },
    { passos: [d0, d5, novo, d20] },
    { passos: [d0, d5, { ...novo, id: 4 }, d20] },
    { passos: [{ ...d0, ativo: false }, d5, { ...novo, id: 4, dias: 16 }, d20] },
  ],
  [
    'put a holiday in',
    { feriados: ['2027-01-21'], nomes_feriados: { '2027-01-21': 'Um' } },
    {},
    { feriados: ['2027-01-20'], nomes_feriados: { '2027-01-20': 'Dois' } },
    { feriados: ['2027-01-20', '2027-01-21'], nomes_feriados: { '2027-01-20': 'Dois', '2027-01-21': 'Um' } },
  ],
  [
    'took the holiday away',
    {},
    { feriados: ['2027-01-21'] },
    { feriados: ['2027-01-20', '2027-01-21'] },
    { feriados: ['2027-01-20'] },
  ],
] as const)('a draft that %s keeps that, and the rest follows what is saved', ([, rascunho, desde, saiu, fica]) => {
  const com = (parte: object): Regua => ({ ...salva, ...parte })
  expect(seguirRegua(com(rascunho), com(desde), com(saiu))).toEqual(com(fica))
})

test('a new step begins five days after the last, or on the last day that is free', () => {
  const naData = (...dias: number[]) =>
    dias.map((dia, i) => ({ id: i + 1, dias: dia, tipo: 'atraso' as const, ativo: true }))
  expect(diaLivre([])).toBe(0)
  expect(diaLivre(naData(-3, 20))).toBe(25)
  expect(diaLivre(naData(363))).toBe(365)
  expect(diaLivre(naData(364, 365))).toBe(363)
})
