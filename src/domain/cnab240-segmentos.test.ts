import { describe, expect, test } from 'vitest'
import { segmentoT, segmentoU } from './cnab240-segmentos.ts'

describe('the columns of the segments, as the banks publish them', () => {
  /** Fields over a background that would show in any of them that were a column too wide. */
  const escrever = (...campos: [de: number, texto: string][]) =>
    campos.reduce(
      (linha, [de, texto]) => linha.slice(0, de - 1) + texto + linha.slice(de - 1 + texto.length),
      'Z'.repeat(240),
    )
  const valor = (algarismo: string) => algarismo.repeat(12).padStart(15, '0')
  const nome = (letra: string) => letra.repeat(40)

  test.each([
    ['001', [38, 20], 59, 74, 82, 106, 133, 134, 149, 199, 214],
    ['104', [40, 18], 59, 74, 82, 106, 133, 134, 149, 199, 214],
    ['237', [46, 12], 59, 74, 82, 106, 133, 134, 149, 199, 214],
    ['341', [41, 9], 59, 74, 82, 106, 133, 134, 149, 199, 214],
    ['756', [38, 10], 59, 74, 82, 106, 133, 134, 149, 199, 214],
    ['033', [41, 13], 55, 70, 78, 101, 128, 129, 144, 194, 209],
  ] as const)(
    'T of %s',
    (banco, [nosso, digitos], seu, vencimento, nominal, controle, tipo, documento, quem, tarifa, motivos) => {
      const linha = escrever(
        [16, '06'],
        [nosso, '4'.repeat(digitos)],
        [seu, 'S'.repeat(15)],
        [vencimento, '24112026'],
        [nominal, valor('1')],
        [controle, 'C'.repeat(25)],
        [tipo, '2'],
        [documento, '012ABC34501DE35'],
        [quem, nome('N')],
        [tarifa, valor('2')],
        [motivos, '0102030405'],
      )
      expect(segmentoT(linha, 7, banco)).toEqual({
        linha: 7,
        ocorrencia: '06',
        motivos: ['01', '02', '03', '04', '05'],
        nossoNumero: '4'.repeat(digitos),
        seuNumero: 'S'.repeat(15),
        controle: 'C'.repeat(25),
        vencimento: '2026-11-24',
        nominalCentavos: 111_111_111_111,
        tarifaCentavos: 222_222_222_222,
        pagador: { nome: nome('N'), documento: '12ABC34501DE35' },
      })
    },
  )

  test('U of all', () => {
    const linha = escrever(
      [18, valor('1')],
      [33, valor('2')],
      [48, valor('3')],
      [78, valor('4')],
      [93, valor('5')],
      [138, '2411202625112026'],
    )
    expect(segmentoU(linha, 8)).toEqual({
      encargosCentavos: 111_111_111_111,
      descontoCentavos: 222_222_222_222,
      abatimentoCentavos: 333_333_333_333,
      pagoCentavos: 444_444_444_444,
      creditadoCentavos: 555_555_555_555,
      ocorridoEm: '2026-11-24',
      creditoEm: '2026-11-25',
    })
  })

  const doPagador = (tipo: string, documento: string, quem: string) =>
    segmentoT(escrever([38, ' '.repeat(203)], [133, tipo], [134, documento], [149, quem]), 1, '001').pagador
  test.each([
    ['1', '000052998224725', 'JOSE', { nome: 'JOSE', documento: '52998224725' }],
    ['2', '000000000000191', '', { nome: null, documento: '00000000000191' }],
    ['1', '52998224725    ', '', { nome: null, documento: '52998224725' }],
    ['0', '000000000000000', 'JOSE', { nome: 'JOSE', documento: null }],
    ['0', '000000000000000', '', null],
    ['2', '', '', null],
  ])('the payer of type %s, “%s”, “%s”', (tipo, documento, quem, pagador) => {
    expect(doPagador(tipo, documento, quem)).toEqual(pagador)
  })

  test('Itaú names the place of a write-off, in write-offs alone', () => {
    const motivos = (banco: string, ocorrencia: string, lugar: string) =>
      segmentoT(escrever([38, ' '.repeat(203)], [16, ocorrencia], [101, lugar], [214, '0102']), 1, banco).motivos
    expect([motivos('341', '09', '7712'), motivos('341', '10', '7712')]).toEqual([['7712'], ['7712']])
    for (const outro of [motivos('341', '06', '7712'), motivos('341', '09', '1277'), motivos('001', '09', '7712')])
      expect(outro).toEqual(['01', '02'])
  })
})
