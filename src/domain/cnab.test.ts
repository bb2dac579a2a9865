import { describe, expect, test } from 'vitest'
import { textoDaAmostra } from '#test/amostra-do-banco.ts'
import { lerCnab } from '#test/ler-cnab.ts'
import { centavosEm, codigosEm, diaEm, medir, naoFecha, numeroEm, type TituloDoRetorno, vencimentoEm } from './cnab.ts'
import { LeitorCnab240 } from './cnab240.ts'
import { LeitorCnab400 } from './cnab400.ts'

describe('bad input', () => {
  const bb = textoDaAmostra('21-cnab240-bb.ret')
  const itau = textoDaAmostra('32-cnab400-itau.ret')
  const trocar = (texto: string, linha: number, coluna: number, por: string) =>
    texto
      .split('\n')
      .map((uma, i) => (i === linha - 1 ? uma.slice(0, coluna - 1) + por + uma.slice(coluna - 1 + por.length) : uma))
      .join('\n')

  test.each([
    [trocar(bb, 6, 78, 'ABC'), /^A linha 6 traz “ABC/],
    [trocar(bb, 6, 138, '31022026'), /^A data “31022026” da linha 6 não existe/],
    [trocar(bb, 6, 138, '12112126'), /^A data “12112126” da linha 6/],
    [trocar(bb, 6, 138, '00000000'), /^A linha 5 traz um pagamento sem a data/],
    [trocar(bb, 6, 78, '999999999999999'), /^A linha 6 traz um valor grande demais/],
    [trocar(bb, 5, 8, '7'), /^A linha 5 não é de um retorno CNAB 240/],
    [`${bb}\nmais uma linha`, /depois do fim/],
    [trocar(itau, 3, 254, 'ABC'), /^A linha 3 traz “ABC/],
    [trocar(itau, 3, 1, 'X'), /^A linha 3 não é de um retorno CNAB 400/],
    [trocar(itau, 1, 77, '422'), /^O retorno CNAB 400 do Safra ainda não é lido/],
    ['', /vazio/],
    ['<!DOCTYPE html><html>', /página da internet/],
    ['nome;valor\nJosé;10', /não é um extrato OFX nem um retorno CNAB/],
  ])('%#: is refused with its line', (texto, frase) => {
    expect(() => lerCnab(texto)).toThrow(frase)
  })

  test('a return has one header, and begins with it', () => {
    const [cabecalho, ...resto] = bb.split('\n') as [string, ...string[]]
    expect(() => lerCnab([cabecalho, cabecalho, ...resto].join('\n'))).toThrow(/^A linha 2 começa outro retorno/)
    for (const leitor of [new LeitorCnab240(() => {}), new LeitorCnab400(() => {})]) {
      expect(() => leitor.ler(resto[0]!, 1)).toThrow(/cabeçalho/)
      expect(() => leitor.fim()).toThrow(/cabeçalho/)
    }
  })

  test('blank lines may come after the end, in both formats, and nothing else', () => {
    for (const texto of [bb, itau]) {
      expect(lerCnab(`${texto.trimEnd()}\n   \n\n`).resumo.incompleto).toBeNull()
      expect(() => lerCnab(`${texto.trimEnd()}\n   \nx`)).toThrow(/depois do fim/)
    }
  })

  test('batches of other services are passed over, and a return of nothing else is refused', () => {
    const semCobranca = trocar(bb, 2, 9, 'C')
    expect(() => lerCnab(semCobranca)).toThrow(/^O lote da linha 2 é de outro serviço/)
    expect(() => lerCnab(trocar(bb, 2, 10, '02'))).toThrow(/outro serviço/)
    const lote = bb.split('\n').slice(1, -2)
    const doisLotes = [
      bb.split('\n')[0],
      ...semCobranca.split('\n').slice(1, -2),
      ...lote,
      bb.trimEnd().split('\n').at(-1),
    ]
    expect(lerCnab(doisLotes.join('\n')).titulos).toHaveLength(9)
  })

  test('a batch that counts other lines than it has is told', () => {
    expect(lerCnab(trocar(bb, 21, 18, '000019')).resumo.avisos).toEqual([
      'O fim do lote (linha 21) diz 19 registros, e há 20.',
    ])
    expect(lerCnab(trocar(bb, 21, 18, '000001')).resumo.avisos[0]).toContain('diz 1 registro, e há 20')
  })

  test('a title whose T or U is missing or cut is told, and the others are read', () => {
    const linhas = bb.split('\n')
    const sem = (...fora: number[]) => lerCnab(linhas.filter((_, i) => !fora.includes(i + 1)).join('\n'))
    const cortada = (linha: number, em: number) =>
      lerCnab(linhas.map((um, i) => (i + 1 === linha ? um.slice(0, em) : um)).join('\n'))
    for (const [lido, qual] of [
      [sem(6), 5], // a T after it
      [sem(5), 5], // of a U alone
      [sem(20), 19], // the end of the batch after it
      [cortada(5, 207), 5],
      [cortada(6, 152), 5],
    ] as const) {
      expect(lido.titulos).toHaveLength(8)
      expect(lido.resumo.incompleto).toMatch(new RegExp(`^O título da linha ${qual} está incompleto e não foi lido.`))
    }
    expect([cortada(5, 208), cortada(6, 153)].map(({ titulos }) => titulos.length)).toEqual([9, 9])
    // A T and the U of another title are neither's.
    expect(sem(4, 5).titulos.map(({ linha }) => linha)).toEqual(sem(3, 4, 5, 6).titulos.map(({ linha }) => linha + 2))
    expect(sem(4, 5).resumo.incompleto).toBe('O título da linha 3 está incompleto e não foi lido.')
    const bradesco = textoDaAmostra('23-cnab240-bradesco.ret').split('\n')
    const semDuas = lerCnab(bradesco.toSpliced(5, 2).join('\n')) // both titles were paid: only the count tells them apart
    expect(semDuas.titulos.map(({ nossoNumero }) => nossoNumero)).not.toContain('61010')
    expect(semDuas.resumo.incompleto).toMatch('O título da linha 5 está incompleto e não foi lido.')
    for (const codigo of ['  ', '00']) expect(lerCnab(trocar(bb, 6, 16, codigo)).resumo.incompleto).toBeNull()
    // A day of credit in blanks, which an editor trimmed.
    expect(cortada(6, 145).titulos[1]).toMatchObject({ especie: 'liquidacao', pagoCentavos: 120_000, creditoEm: null })
    const cortado = lerCnab(linhas.slice(0, 5).join('\n')).resumo.incompleto
    expect(cortado).toBe(
      'O arquivo foi cortado: termina na linha 5, sem o seu fim. O título da linha 5 está incompleto e não foi lido.',
    )
  })

  test('another total than what was read is said, and so is a value that does not add up', () => {
    expect(lerCnab(trocar(itau, 15, 221, '00000000380811')).resumo.incompleto).toBe(
      'O fim do arquivo diz 12 títulos e R$ 3.808,11; foram lidos 12 e R$ 3.808,10.',
    )
    expect(lerCnab(trocar(bb, 6, 78, '000000000120100')).resumo.avisos).toEqual([
      'Os valores do título da linha 5 não fecham: com encargos e descontos ele é de R$ 1.200,00, e o banco diz que pagaram R$ 1.201,00. Confira.',
    ])
  })

  test('a code that the layout does not have is no money', () => {
    const { titulos, resumo } = lerCnab(trocar(trocar(bb, 5, 16, '77'), 6, 16, '77'))
    expect(titulos[1]).toMatchObject({ especie: 'informacao', pagoCentavos: 0 })
    expect(resumo.avisos).toEqual(['A ocorrência 77 (linha 5) não é conhecida neste banco: nada foi feito com ela.'])
  })

  test('a bank that nobody checked is read by the standard, and it says so', () => {
    const { resumo, titulos } = lerCnab(bb.replaceAll(/^001/gm, '999'))
    expect(resumo.avisos[0]).toMatch(/^O banco 999 não está entre os bancos conferidos/)
    expect(titulos).toHaveLength(9)
  })
})

test.each([
  ['24112026', '2026-11-24'],
  ['241126', '2026-11-24'],
  ['111111', '2011-11-11'],
  ['01011990', '1990-01-01'],
  ['31122099', '2099-12-31'],
  ['00000000', null],
  ['', null],
  ['AVISTA', null],
])('“%s” is the day %s', (texto, dia) => {
  expect([diaEm(texto, 1, 1, 8), vencimentoEm(texto, 1, 1, 8)]).toEqual([dia, dia])
})

test.each(['31121989', '01012100', '31022026', '22222222'])('“%s” is refused as a day', (texto) => {
  expect(() => diaEm(texto, 1, 1, 8)).toThrow(/não existe ou é de outro século/)
  expect(() => vencimentoEm(texto, 1, 1, 8)).toThrow(/não existe ou é de outro século/)
})

// FEBRABAN's words for "at sight" and "when presented".
test.each(['11111111', '99999999', '888888', '999999'])(
  '“%s” is no due day, and any other day of it is refused',
  (texto) => {
    expect(vencimentoEm(texto, 1, 1, 8)).toBe(null)
    expect(() => diaEm(texto, 1, 1, 8)).toThrow(/não existe ou é de outro século/)
  },
)

test('a line is cut where the layout says, and a stray character after it is let through', () => {
  expect([medir('a', 1, 240).length, medir('a'.repeat(241), 1, 240).length]).toEqual([240, 241])
  expect(() => medir('a'.repeat(242), 1, 240)).toThrow(/242 caracteres, e o retorno tem 240/)
  expect([centavosEm('999999999999', 1, 1, 12), centavosEm('   ', 1, 1, 3)]).toEqual([999_999_999_999, 0])
  expect(() => centavosEm('1000000000000', 1, 1, 13)).toThrow(/grande demais/)
  expect(codigosEm('0102 A00', 1, 8, 2)).toEqual(['01', '02', 'A'])
  expect([numeroEm('000', 1, 3), numeroEm('', 1, 3), numeroEm('0A0', 1, 3)]).toEqual(['', '', '0A0'])
})

test.each([
  ['liquidacao', false, 1, false],
  ['liquidacao', false, 2, true],
  ['liquidacao', true, 2, false],
  ['parcial', false, 2, false],
] as const)('%s, of a balance %s, %i cents away: told %s', (especie, saldo, centavos, dito) => {
  const valores = { nominalCentavos: 100, encargosCentavos: 20, descontoCentavos: 5, abatimentoCentavos: 3 }
  for (const pagoCentavos of [112 - centavos, 112 + centavos])
    expect(naoFecha({ ...valores, especie, pagoCentavos } as TituloDoRetorno, saldo)).toBe(dito)
})
