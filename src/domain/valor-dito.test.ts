import { expect, test } from 'vitest'
import { valorDito } from './valor-dito.ts'

test.each<[string, number | null]>([
  ['r$ 150', 15_000],
  ['r$150,5', 15_050],
  ['r$ 0,29', 29], // 28.999999999999996 cents in binary
  ['r$ 1,1', 110],
  ['r$ 1.250,50', 125_050],
  ['r$ 1.250.000', 125_000_000],
  ['r$ 1250.50', 125_050],
  ['r$ 2 mil', 200_000],
  ['pago 2,5 mil', 250_000],
  ['3k reais', null],
  ['3 k', 300_000],
  ['300 reais', 30_000],
  ['300 de reais', 30_000],
  ['2 mil reais', 200_000],
  ['consigo 59,90', 5_990],
  ['1.059,90', 105_990],
  ['59,9', null], // no money by itself
  ...(
    [
      ['dez', 10],
      ['vinte', 20],
      ['trinta', 30],
      ['cinquenta', 50],
      ['cem', 100],
      ['duzentos', 200],
      ['trezentos', 300],
      ['quatrocentos', 400],
      ['quinhentos', 500],
      ['mil', 1_000],
    ] as const
  ).map(([palavra, reais]): [string, number] => [`${palavra} reais`, reais * 100]),
  ...['pago', 'paguei', 'pagar', 'mando', 'mandei', 'mandar', 'dou', 'deposito', 'depositei', 'transferi', 'transfiro']
    .concat('mais', 'parcelas de', 'pix de', 'fazer de', 'faz de')
    .map((verbo): [string, number] => [`${verbo} 150`, 15_000]),
  ['150 por mes', 15_000],
  ['150 por semana', 15_000],
  ['150 de entrada', 15_000],
  ['pago 9', null],
  ['pago 1234567', null],
  ['quero 150', null],
  ...['vezes', 'x', 'dias', 'parcelas', 'semanas', 'por cento', 'de janeiro', 'de dezembro'].map(
    (nao): [string, null] => [`pago 10 ${nao}`, null],
  ),
  ['pago 100 ou r$ 200', null],
  ['pago 100, r$ 100', 10_000],
  ['pago 100 e o resto dia 10', null],
  ['pago 100 e o restante dia 10', null],
  ['pago 0,00', null],
  ['r$ 9.999.999.999,99', 999_999_999_999],
  ['r$ 10.000.000.000', null],
  ['', null],
])('“%s” names %s cents', (dito, centavos) => expect(valorDito(dito)).toBe(centavos))
