import { expect, test } from 'vitest'
import { acompanhar, lerRascunho, novaFaixa, rascunhoDe } from './rascunho.ts'

const POLITICA = {
  ativa: true,
  faixas: [
    {
      de_dias: 1,
      ate_dias: 30,
      desconto_encargos: 100,
      desconto_principal: 7.5,
      entrada_minima: 20,
      parcelas_max: 6,
      parcela_minima: 50,
    },
  ],
  segundo_acordo_entrada: 33.33,
  versao: 1,
  desde: null,
  autor: null,
}

test('what is shown is what is written', () => {
  const { ativa, faixas, segundo_acordo_entrada } = POLITICA
  expect(lerRascunho(rascunhoDe(POLITICA))).toEqual({ corpo: { ativa, faixas, segundo_acordo_entrada }, erros: {} })
  const semFim = { ...POLITICA, faixas: [{ ...POLITICA.faixas[0]!, ate_dias: null }] }
  expect(lerRascunho(rascunhoDe(semFim)).corpo?.faixas).toEqual(semFim.faixas)
})

test('what is no number is said by its field, and nothing is asked of the server', () => {
  const rascunho = rascunhoDe(POLITICA)
  const [faixa] = rascunho.faixas
  const lido = lerRascunho({
    ...rascunho,
    segundo_acordo_entrada: '101',
    faixas: [{ ...faixa!, de_dias: '', desconto_principal: 'dez', entrada_minima: '1e1', parcela_minima: '1,2,3' }],
  })
  expect(lido.corpo).toBeNull()
  expect(Object.keys(lido.erros)).toEqual([
    'faixas.0.de_dias',
    'faixas.0.desconto_principal',
    'faixas.0.entrada_minima',
    'faixas.0.parcela_minima',
    'segundo_acordo_entrada',
  ])
})

const salva = rascunhoDe({
  ...POLITICA,
  faixas: [1, 31, 61].map((de_dias) => ({ ...POLITICA.faixas[0]!, de_dias, ate_dias: de_dias + 29 })),
})
const com = (n: number, parte: object) => ({
  faixas: salva.faixas.map((faixa, i) => (i === n ? { ...faixa, ...parte } : faixa)),
})
const semA = (n: number) => ({
  faixas: salva.faixas.filter((_, i) => i !== n).map((faixa, chave) => ({ ...faixa, chave })),
})
const tirada = { faixas: salva.faixas.slice(1) }

test.for([
  ['nothing', {}, semA(0), semA(0)],
  ['another field', { segundo_acordo_entrada: '5' }, { ativa: false }, { segundo_acordo_entrada: '5', ativa: false }],
  ['the same field', { segundo_acordo_entrada: '5' }, { segundo_acordo_entrada: '6' }, { segundo_acordo_entrada: '5' }],
  [
    'another band',
    com(1, { parcelas_max: '2' }),
    com(0, { desconto_principal: '0' }),
    {
      faixas: com(1, { parcelas_max: '2' }).faixas.with(0, com(0, { desconto_principal: '0' }).faixas[0]!),
    },
  ],
  [
    'a field of the same band',
    com(1, { parcelas_max: '2' }),
    com(1, { desconto_principal: '0' }),
    com(1, {
      parcelas_max: '2',
      desconto_principal: '0',
    }),
  ],
  ['a band away, as it was saved', tirada, semA(0), semA(0)],
  ['bands, and those saved are the same', tirada, { ativa: false }, { ...tirada, ativa: false }],
] as const)('a draft that changed %s keeps it, and the rest follows what is saved', ([, rascunho, saiu, fica]) => {
  const feito = acompanhar({ rascunho: { ...salva, ...rascunho }, desde: salva }, { ...salva, ...saiu })
  expect(feito).toEqual({ rascunho: { ...salva, ...fica }, desde: { ...salva, ...saiu }, conflito: false })
})

test('bands that both changed so that they are no longer the same ones stay as written, and are said until one side gives way', () => {
  const saiu = { ...salva, ...semA(0), ativa: false }
  const feito = acompanhar({ rascunho: { ...salva, ...com(1, { parcelas_max: '2' }) }, desde: salva }, saiu)
  expect(feito).toEqual({
    rascunho: { ...salva, ...com(1, { parcelas_max: '2' }), ativa: false },
    desde: { ...salva, ativa: false },
    conflito: true,
  })
  expect(acompanhar(feito, saiu)).toEqual(feito)
  expect(acompanhar({ ...feito, rascunho: saiu }, saiu)).toMatchObject({ rascunho: saiu, conflito: false })
})

test('a new band begins where the last ends', () => {
  const { faixas } = rascunhoDe(POLITICA)
  expect(novaFaixa(faixas)).toMatchObject({ chave: 1, de_dias: '31', ate_dias: '', desconto_principal: '7,5' })
  expect(novaFaixa([{ ...faixas[0]!, ate_dias: '' }])).toMatchObject({ de_dias: '' })
  expect(novaFaixa([])).toMatchObject({ chave: 0, de_dias: '1', ate_dias: '30' })
})
