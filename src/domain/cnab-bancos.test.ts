import { describe, expect, test } from 'vitest'
import { textoDaAmostra } from '#test/amostra-do-banco.ts'
import { lerCnab } from '#test/ler-cnab.ts'
import { movimentoDoRetorno } from './movimento.ts'

/** A record of CNAB 400: each text at its column, counted from 1, and the record's number at the end. */
function registro(campos: Record<number, string>, i: number): string {
  const colunas = Array.from({ length: 394 }, () => ' ')
  for (const [de, texto] of Object.entries(campos)) colunas.splice(Number(de) - 1, texto.length, ...texto)
  return colunas.join('') + String(i + 1).padStart(6, '0')
}
const valor = (centavos: number) => String(centavos).padStart(13, '0')

describe('Caixa, CNAB 400', () => {
  const titulo = (ocorrencia: string, outros: Record<number, string> = {}) => ({
    1: '1',
    32: 'CONTROLE 8001'.padEnd(25),
    57: '14000000000080018',
    107: '01',
    109: ocorrencia,
    111: '171126',
    117: '8001/1'.padEnd(10),
    147: '101126',
    153: valor(80_000),
    176: valor(125),
    ...outros,
  })
  const pago = (outros: Record<number, string> = {}) => ({ 254: valor(80_000), 294: '181126', ...outros })
  const ler = (...titulos: Record<number, string>[]) =>
    lerCnab(
      [
        { 1: '02RETORNO01COBRANCA', 27: '1234123456', 77: '104', 95: '171126', 390: '00042' },
        ...titulos,
        { 1: '9201104' },
      ]
        .map(registro)
        .join('\r\n'),
    )

  test('a payment, with fine and interest apart', () => {
    const { resumo, titulos } = ler(
      titulo('21', pago()),
      titulo('22', pago({ 254: valor(81_787), 267: valor(187), 280: valor(1_600) })),
    )
    expect(resumo).toMatchObject({
      banco: '104',
      conta: '1234123456',
      sequencia: '00042',
      avisos: [],
      incompleto: null,
    })
    expect(titulos).toMatchObject([
      {
        especie: 'liquidacao',
        nossoNumero: '14000000000080018',
        controle: 'CONTROLE 8001',
        seuNumero: '8001/1',
        vencimento: '2026-11-10',
        pagoCentavos: 80_000,
        creditadoCentavos: 80_000,
        tarifaCentavos: 125,
        ocorridoEm: '2026-11-17',
        creditoEm: '2026-11-18',
      },
      { especie: 'liquidacao', pagoCentavos: 81_787, encargosCentavos: 1_787 },
    ])
  })

  test.each([
    ['01', 'entrada'],
    ['02', 'baixado'],
    ['05', 'informacao'],
    ['25', 'baixado'],
    ['26', 'protesto'],
    ['33', 'estorno'],
    ['99', 'rejeitado'],
  ])('%s is %s', (ocorrencia, especie) => {
    const { titulos, resumo } = ler(titulo(ocorrencia, { 80: '009' }))
    expect(titulos).toMatchObject([{ especie, pagoCentavos: 0, motivos: ocorrencia === '99' ? ['009'] : [] }])
    expect(resumo.avisos).toEqual([])
  })
})

const bb240 = textoDaAmostra('21-cnab240-bb.ret')
const comCodigo = (texto: string, codigo: string) =>
  texto
    .split('\n')
    .map((uma, i) => (i === 4 || i === 5 ? uma.slice(0, 15) + codigo + uma.slice(17) : uma))
    .join('\n')

test.each([
  ['50', 'pendente'],
  ['45', 'liquidacao'],
  ['44', 'estorno'],
  ['51', 'informacao'],
  ['52', 'informacao'],
  ['53', 'informacao'],
])('FEBRABAN %s, of a cheque or of who is in DDA, is %s', (codigo, especie) => {
  const { titulos, resumo } = lerCnab(comCodigo(bb240, codigo))
  expect(titulos[1]).toMatchObject({ especie, ocorrencia: codigo })
  expect(resumo.avisos).toEqual([])
})

test.each([
  ['50', 'liquidacao', 20_000],
  ['45', 'informacao', 0],
  ['44', 'estorno', 20_000],
])('at Sicoob %s is %s: a cheque pays once, when it is handed over', (codigo, especie, pagoCentavos) => {
  const { titulos, resumo } = lerCnab(comCodigo(textoDaAmostra('26-cnab240-sicoob-linhas-aparadas.ret'), codigo))
  expect(titulos[1]).toMatchObject({ especie, ocorrencia: codigo, pagoCentavos })
  expect(resumo.avisos).toEqual([])
})

test('of BB an amount where others have the day of the credit is no day', () => {
  const linhas = textoDaAmostra('34-cnab400-bb-tipo7.ret').split('\n')
  const naoAproveitado = linhas.map((uma, i) => (i === 2 ? uma.slice(0, 292) + valor(12_500) + uma.slice(305) : uma))
  expect(lerCnab(naoAproveitado.join('\n')).titulos[1]).toMatchObject({ pagoCentavos: 22_352, creditoEm: '2026-11-19' })
})

test('what was taken back without an amount is as much as the title', () => {
  const linhas = textoDaAmostra('25-cnab240-caixa-trailer-errado.ret').split('\n')
  const semValor = linhas.map((uma) =>
    uma[13] === 'U' && uma.slice(15, 17) === '44' ? uma.slice(0, 77) + '0'.repeat(30) + uma.slice(107) : uma,
  )
  const estorno = lerCnab(semValor.join('\n')).titulos.find(({ ocorrencia }) => ocorrencia === '44')!
  expect(
    movimentoDoRetorno(estorno, { formato: 'cnab240', banco: '104', conta: '1', data: '2026-11-17' }),
  ).toMatchObject({ tipo: 'devolucao', valorCentavos: 19_000 })
})
