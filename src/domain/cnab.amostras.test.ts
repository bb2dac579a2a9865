import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textoDaAmostra } from '#test/amostra-do-banco.ts'
import { lerCnab } from '#test/ler-cnab.ts'
import esperados from '../../test/samples/banco/expected.json' with { type: 'json' }
import { lerPix } from './brcode.ts'
import type { EspecieDoRetorno, TituloDoRetorno } from './cnab.ts'

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
    const { resumo, titulos } = lerCnab(textoDaAmostra(nome))
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
  ])('%s is of the account %s', (nome, conta) => expect(lerCnab(textoDaAmostra(nome)).resumo.conta).toBe(conta))

  test('none is left out', () => {
    expect(arquivos).toHaveLength(16)
  })

  test('32: the Pix code that comes with a title can be paid', () => {
    const comPix = lerCnab(textoDaAmostra('32-cnab400-itau.ret')).titulos.find(({ pix }) => pix)
    expect(lerPix(comPix!.pix!)).toMatchObject({ forma: 'dinamico', avisos: [] })
  })
})

test('any cut of any file is read in part, or refused, and never pays more than the whole', () => {
  const nomes = arquivos.map(([nome]) => nome)
  fc.assert(
    fc.property(fc.constantFrom(...nomes), fc.double({ min: 0, max: 1, noNaN: true }), (nome, parte) => {
      const texto = textoDaAmostra(nome)
      const pagos = (titulos: TituloDoRetorno[]) => titulos.map(({ pagoCentavos }) => pagoCentavos)
      const inteiros = pagos(lerCnab(texto).titulos)
      try {
        const cortados = pagos(lerCnab(texto.slice(0, Math.floor(texto.length * parte))).titulos)
        expect(cortados).toEqual(inteiros.slice(0, cortados.length))
      } catch (erro) {
        expect((erro as Error).name).toBe('ArquivoRecusado')
      }
    }),
    { numRuns: 60 },
  )
})
