import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import esperados from '../../test/samples/banco/expected.json' with { type: 'json' }
import { formatoDe, semMarca } from './arquivo-do-banco.ts'
import { lerPix } from './brcode.ts'
import {
  centavosEm,
  codigosEm,
  diaEm,
  type EspecieDoRetorno,
  medir,
  naoFecha,
  numeroEm,
  type TituloDoRetorno,
  vencimentoEm,
} from './cnab.ts'
import { LeitorCnab240 } from './cnab240.ts'
import { segmentoT, segmentoU } from './cnab240-segmentos.ts'
import { LeitorCnab400 } from './cnab400.ts'

const PASTA = new URL('../../test/samples/banco/', import.meta.url)

function lerTexto(texto: string) {
  const titulos: TituloDoRetorno[] = []
  const formato = formatoDe(texto.slice(0, 4096))
  const leitor =
    formato === 'cnab240' ? new LeitorCnab240((um) => titulos.push(um)) : new LeitorCnab400((um) => titulos.push(um))
  semMarca(texto)
    .replaceAll('\u001a', '')
    .split(/\r?\n/)
    .forEach((linha, i, todas) => {
      if (linha !== '' || i < todas.length - 1) leitor.ler(linha, i + 1)
    })
  return { formato, resumo: leitor.fim(), titulos }
}

function textoDe(arquivo: string): string {
  const bytes = readFileSync(new URL(arquivo, PASTA))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const KINDS: Record<EspecieDoRetorno, string> = {
  liquidacao: 'settle',
  parcial: 'partial',
  entrada: 'entry',
  rejeitado: 'rejected',
  baixado: 'written-off',
  pago_fora: 'paid-elsewhere',
  tarifa: 'fee',
  protesto: 'protest',
  operacional: 'operational',
  operacional_cancelada: 'op-cancelled',
  pendente: 'pending',
  estorno: 'reversal',
  informacao: 'info',
}

const emIngles = (titulo: TituloDoRetorno) => ({
  kind: KINDS[titulo.especie],
  code: titulo.ocorrencia,
  reasons: titulo.motivos,
  ourNumber: titulo.nossoNumero,
  document: titulo.seuNumero,
  control: titulo.controle,
  due: titulo.vencimento,
  nominal: titulo.nominalCentavos,
  paid: titulo.pagoCentavos,
  credited: titulo.creditadoCentavos,
  fee: titulo.tarifaCentavos,
  charges: titulo.encargosCentavos,
  discount: titulo.descontoCentavos,
  rebate: titulo.abatimentoCentavos,
  occurred: titulo.ocorridoEm,
  credit: titulo.creditoEm,
  payerDocument: titulo.pagador?.documento ?? '',
  payer: titulo.pagador?.nome ?? '',
  ...(titulo.pix ? { brCode: titulo.pix } : {}),
})

interface Esperado {
  bank?: string
  sequence?: string
  fileDate?: string
  movements?: object[]
  mustWarn?: boolean
}
const arquivos = Object.entries(esperados as unknown as Record<string, Esperado>).filter(
  ([nome, esperado]) => /-cnab/.test(nome) && esperado.movements,
)

describe('each return gives what its README says, row by row', () => {
  test.each(arquivos)('%s', (nome, esperado) => {
    const { resumo, titulos } = lerTexto(textoDe(nome))
    expect(titulos.map(emIngles)).toEqual(esperado.movements)
    expect(resumo).toMatchObject({
      banco: esperado.bank,
      sequencia: esperado.sequence,
      data: esperado.fileDate,
      titulos: titulos.length,
    })
    expect(resumo.avisos.length > 0 || resumo.incompleto !== null).toBe(esperado.mustWarn ?? false)
  })

  test.each([
    ['21-cnab240-bb.ret', '01234/0000000567890'],
    ['22-cnab240-itau.ret', '01500/000000012345'],
    ['24-cnab240-santander.ret', '200150130001234'],
    ['32-cnab400-itau.ret', '150000123456'],
    ['33-cnab400-bradesco.ret', '00000000000004540691'],
  ])('%s is of the account %s', (nome, conta) => expect(lerTexto(textoDe(nome)).resumo.conta).toBe(conta))

  test('none is left out', () => {
    expect(arquivos).toHaveLength(16)
  })

  test.each([
    ['29-cnab240-linha-com-243-caracteres.ret', /^A linha 5 tem 243 caracteres/],
    ['30-cnab240-remessa.rem', /^Este arquivo é uma remessa/],
    ['38-cnab400-remessa.rem', /^Este arquivo é uma remessa/],
  ])('%s is refused', (nome, frase) => {
    expect(() => lerTexto(textoDe(nome))).toThrow(frase)
  })

  test.each([
    [
      '25-cnab240-caixa-trailer-errado.ret',
      { avisos: ['O fim do arquivo diz 20 registros, e há 22.'], incompleto: null },
    ],
    ['31-cnab240-segmento-u-faltando.ret', { incompleto: 'O título da linha 5 está incompleto e não foi lido.' }],
    [
      '39-cnab400-truncado-sem-trailer.ret',
      {
        incompleto:
          'O registro da linha 4 está cortado e não foi lido. O arquivo foi cortado: termina na linha 4, sem o seu fim.',
      },
    ],
  ])('%s says what is wrong with it', (nome, dito) => {
    expect(lerTexto(textoDe(nome)).resumo).toMatchObject(dito)
  })

  test('32: the Pix code that comes with a title can be paid', () => {
    const comPix = lerTexto(textoDe('32-cnab400-itau.ret')).titulos.find(({ pix }) => pix)
    expect(lerPix(comPix!.pix!)).toMatchObject({ forma: 'dinamico', avisos: [] })
  })
})

describe('bad input', () => {
  const bb = textoDe('21-cnab240-bb.ret')
  const itau = textoDe('32-cnab400-itau.ret')
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
    expect(() => lerTexto(texto)).toThrow(frase)
  })

  test('a return has one header, and begins with it', () => {
    const [cabecalho, ...resto] = bb.split('\n') as [string, ...string[]]
    expect(() => lerTexto([cabecalho, cabecalho, ...resto].join('\n'))).toThrow(/^A linha 2 começa outro retorno/)
    for (const leitor of [new LeitorCnab240(() => {}), new LeitorCnab400(() => {})]) {
      expect(() => leitor.ler(resto[0]!, 1)).toThrow(/cabeçalho/)
      expect(() => leitor.fim()).toThrow(/cabeçalho/)
    }
  })

  test('blank lines may come after the end, in both formats, and nothing else', () => {
    for (const texto of [bb, itau]) {
      expect(lerTexto(`${texto.trimEnd()}\n   \n\n`).resumo.incompleto).toBeNull()
      expect(() => lerTexto(`${texto.trimEnd()}\n   \nx`)).toThrow(/depois do fim/)
    }
  })

  test('batches of other services are passed over, and a return of nothing else is refused', () => {
    const semCobranca = trocar(bb, 2, 9, 'C')
    expect(() => lerTexto(semCobranca)).toThrow(/^O lote da linha 2 é de outro serviço/)
    expect(() => lerTexto(trocar(bb, 2, 10, '02'))).toThrow(/outro serviço/)
    const lote = bb.split('\n').slice(1, -2)
    const doisLotes = [
      bb.split('\n')[0],
      ...semCobranca.split('\n').slice(1, -2),
      ...lote,
      bb.trimEnd().split('\n').at(-1),
    ]
    expect(lerTexto(doisLotes.join('\n')).titulos).toHaveLength(9)
  })

  test('a batch that counts other lines than it has is told', () => {
    expect(lerTexto(trocar(bb, 21, 18, '000019')).resumo.avisos).toEqual([
      'O fim do lote (linha 21) diz 19 registros, e há 20.',
    ])
    expect(lerTexto(trocar(bb, 21, 18, '000001')).resumo.avisos[0]).toContain('diz 1 registro, e há 20')
  })

  test('a title whose T or U is missing or cut is told, and the others are read', () => {
    const linhas = bb.split('\n')
    const sem = (...fora: number[]) => lerTexto(linhas.filter((_, i) => !fora.includes(i + 1)).join('\n'))
    const cortada = (linha: number, em: number) =>
      lerTexto(linhas.map((um, i) => (i + 1 === linha ? um.slice(0, em) : um)).join('\n'))
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
    const cortado = lerTexto(linhas.slice(0, 5).join('\n')).resumo.incompleto
    expect(cortado).toBe(
      'O arquivo foi cortado: termina na linha 5, sem o seu fim. O título da linha 5 está incompleto e não foi lido.',
    )
  })

  test('another total than what was read is said, and so is a value that does not add up', () => {
    expect(lerTexto(trocar(itau, 15, 221, '00000000380811')).resumo.incompleto).toBe(
      'O fim do arquivo diz 12 titulos e R$ 3.808,11; foram lidos 12 e R$ 3.808,10.',
    )
    expect(lerTexto(trocar(bb, 6, 78, '000000000120100')).resumo.avisos).toEqual([
      'Os valores do título da linha 5 não fecham. Confira.',
    ])
  })

  test('a code that the layout does not have is no money', () => {
    const { titulos, resumo } = lerTexto(trocar(trocar(bb, 5, 16, '77'), 6, 16, '77'))
    expect(titulos[1]).toMatchObject({ especie: 'informacao', pagoCentavos: 0 })
    expect(resumo.avisos).toEqual(['A ocorrência 77 (linha 5) não é conhecida neste banco: nada foi feito com ela.'])
  })

  test('a bank that nobody checked is read by the standard, and it says so', () => {
    const { resumo, titulos } = lerTexto(bb.replaceAll(/^001/gm, '999'))
    expect(resumo.avisos[0]).toMatch(/^O banco 999 não está entre os bancos conferidos/)
    expect(titulos).toHaveLength(9)
  })

  test('any cut of any file is read in part, or refused, and never pays more than the whole', () => {
    const nomes = arquivos.map(([nome]) => nome)
    fc.assert(
      fc.property(fc.constantFrom(...nomes), fc.double({ min: 0, max: 1, noNaN: true }), (nome, parte) => {
        const texto = textoDe(nome)
        const pagos = (titulos: TituloDoRetorno[]) => titulos.map(({ pagoCentavos }) => pagoCentavos)
        const inteiros = pagos(lerTexto(texto).titulos)
        try {
          const cortados = pagos(lerTexto(texto.slice(0, Math.floor(texto.length * parte))).titulos)
          expect(cortados).toEqual(inteiros.slice(0, cortados.length))
        } catch (erro) {
          expect((erro as Error).name).toBe('ArquivoRecusado')
        }
      }),
      { numRuns: 60 },
    )
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
