import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import amostras from '../../test/samples/banco/40-boletos-e-arrecadacao.json' with { type: 'json' }
import { diaDoFator, divergencias, lerBoleto, linhaDaConta } from './boleto.ts'
import { diasEntre, somarDias } from './data.ts'

const HOJE = '2026-11-22'
/** As banks write it: after 9999 comes 1000 again. */
const fatorDoDia = (dia: string) => {
  const dias = diasEntre('1997-10-07', dia)
  return String(dias <= 9_999 ? dias : 1_000 + ((dias - 10_000) % 9_000)).padStart(4, '0')
}
/** As a boleto prints it: "34191.09008 01500.251507 01234.580007 4 16330000040000". */
const comPontos = (linha: string) =>
  linha.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')
const boletos = amostras.filter(({ tipo }) => tipo === 'boleto')

describe('each sample', () => {
  test.each(boletos.filter(({ valido }) => valido).map((um) => [um.id, um] as const))('%s is read', (_, um) => {
    const esperado = {
      codigoDeBarras: um.codigoBarras,
      linhaDigitavel: um.linhaDigitavel,
      banco: um.banco,
      vencimento: um.vencimento,
      valorCentavos: um.valorCentavos,
    }
    expect(lerBoleto(um.entrada, um.dataReferencia!)).toMatchObject(esperado)
    expect(lerBoleto(um.codigoBarras!, um.dataReferencia!)).toMatchObject(esperado)
    expect(lerBoleto(comPontos(um.linhaDigitavel!), um.dataReferencia!)).toMatchObject(esperado)
    if (um.vencimento) expect(fatorDoDia(um.vencimento)).toBe(um.fator)
  })

  test.each([
    ['B20', /1º campo/],
    ['B21', /2º campo/],
    ['B22', /3º campo/],
    ['B23', /dígito geral/],
    ['B24', /dígito geral/],
    ['B25', /dígito geral/],
    ['B26', /2º campo/],
    ['B27', /aqui há 46/],
    ['B28', /aqui há 48/],
    ['B29', /só números/],
  ])('%s is refused with its reason', (id, frase) => {
    const { entrada } = boletos.find((um) => um.id === id)!
    expect(lerBoleto(entrada, HOJE)).toEqual({ problema: expect.stringMatching(frase) })
  })

  test.each(amostras.filter(({ tipo }) => tipo === 'arrecadacao').map((um) => [um.id, um.entrada]))(
    '%s is a tax or a utility bill, not ours',
    (_, entrada) => {
      expect(lerBoleto(entrada!, HOJE)).toEqual({ problema: expect.stringMatching(/consumo ou de um tributo/) })
    },
  )

  test('none is left out', () => {
    expect(amostras).toHaveLength(37)
  })
})

test.each([
  ['00195165600001234560000001234567000000012317', '00190.00009 01234.567004 00000.123174 5 16560000123456'],
  ['23797999900000099901234091234567890101234560', '23791.23405 91234.567898 01012.345607 7 99990000009990'],
  ['34196100000002500001091234567861234012345000', '34191.09123 34567.861231 40123.450005 6 10000000250000'],
])('the bar code %s is the line %s', (barras, linha) => {
  const lido = lerBoleto(barras, HOJE)
  expect(lido).toEqual(lerBoleto(linha, HOJE))
  expect(lido).toMatchObject({ codigoDeBarras: barras, linhaDigitavel: linha.replace(/[ .]/g, '') })
})

test.each([
  ['2000-07-03', '1000'],
  ['2002-05-01', '1667'],
  ['2025-02-21', '9999'],
  ['2025-02-22', '1000'],
  ['2025-02-23', '1001'],
  ['2026-12-10', '1656'],
  ['2049-10-13', '9999'],
  ['2049-10-14', '1000'],
])('the factor of %s is %s', (dia, fator) => {
  expect(fatorDoDia(dia)).toBe(fator)
  expect(diaDoFator(Number(fator), dia)).toBe(dia)
})

test('a day from eight years before to fifteen after is read back from its factor', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5_000, max: 30_000 }), fc.integer({ min: -2_999, max: 5_500 }), (n, longe) => {
      const referencia = somarDias('1997-10-07', n)
      const dia = somarDias(referencia, longe)
      fc.pre(diasEntre('2000-07-03', dia) >= 0)
      expect(diaDoFator(Number(fatorDoDia(dia)), referencia)).toBe(dia)
    }),
  )
})

test('one wrong digit never passes', () => {
  const certos = boletos.filter(({ valido }) => valido).map(({ linhaDigitavel }) => linhaDigitavel!)
  fc.assert(
    fc.property(fc.constantFrom(...certos), fc.nat(46), fc.integer({ min: 1, max: 9 }), (linha, onde, mais) => {
      const errada = linha.slice(0, onde) + ((Number(linha[onde]) + mais) % 10) + linha.slice(onde + 1)
      // The general digit is 1 for three remainders: a change that goes from one of them to another is seen by no bank.
      fc.pre(!(linha[32] === '1' && onde > 32))
      expect(lerBoleto(errada, HOJE)).toHaveProperty('problema')
    }),
  )
})

test('what a boleto says otherwise than its account is said', () => {
  const ler = (entrada: string) => {
    const lido = lerBoleto(entrada, HOJE)
    if ('problema' in lido) throw new Error(lido.problema)
    return lido
  }
  const boleto = ler('34191.09008 01500.251507 01234.580007 4 16330000040000')
  expect(divergencias(boleto, { valorCentavos: 40_000, vencimento: '2026-11-17' })).toEqual([])
  expect(divergencias(boleto, { valorCentavos: 41_000, vencimento: '2026-11-18' })).toEqual([
    'O boleto é de R$ 400,00, e a conta, de R$ 410,00.',
    'O boleto vence em 17/11/2026, e a conta, em 18/11/2026.',
  ])
  const semNada = ler(boletos.find(({ id }) => id === 'B12')!.entrada)
  expect(divergencias(semNada, { valorCentavos: 7_550, vencimento: '2031-01-01' })).toEqual([])
  expect(
    divergencias(ler(boletos.find(({ id }) => id === 'B13')!.entrada), { valorCentavos: 1, vencimento: '2026-12-01' }),
  ).toEqual([])
})

describe('the line that an account keeps', () => {
  const linha = '00190000090123456700400000123174516560000123456'
  const conta = { valorCentavos: 123_456, vencimento: '2026-12-10' }

  test('comes from a line or a bar code that agrees with it', () => {
    expect(linhaDaConta('00190.00009 01234.567004 00000.123174 5 16560000123456', conta, '2026-11-24')).toEqual({
      linha,
    })
    expect(linhaDaConta('00195165600001234560000001234567000000012317', conta, '2026-11-24')).toEqual({ linha })
  })

  test.each([
    ['a wrong digit', linha.replace(/^0019/, '0018'), conta, /1º campo/],
    ['another amount', linha, { ...conta, valorCentavos: 100 }, /R\$ 1\.234,56, e a conta, de R\$ 1,00/],
    ['another day', linha, { ...conta, vencimento: '2026-12-11' }, /vence em 10\/12\/2026, e a conta, em 11\/12\/2026/],
    ['no boleto', '123', conta, /tem 47 números; aqui há 3/],
  ])('not with %s', (_, escrita, dela, frase) => {
    expect(linhaDaConta(escrita, dela, '2026-11-24')).toEqual({ problema: expect.stringMatching(frase) })
  })
})
