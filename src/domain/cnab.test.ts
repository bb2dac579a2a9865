import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import esperados from '../../test/samples/banco/expected.json' with { type: 'json' }
import { formatoDe, semMarca } from './arquivo-do-banco.ts'
import { lerPix } from './brcode.ts'
import type { EspecieDoRetorno, TituloDoRetorno } from './cnab.ts'
import { LeitorCnab240 } from './cnab240.ts'
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
