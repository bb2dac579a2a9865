import { describe, expect, test } from 'vitest'
import { calcularProposta, type Formulario } from './proposta.ts'

const hoje = '2026-11-24'
const marlene = { originalCentavos: 434_050, encargosCentavos: 11_637, hoje }
const formulario = (mudancas: Partial<Formulario> = {}): Formulario => ({
  incluir_encargos: true,
  desconto: '',
  desconto_em: 'reais',
  entrada: '',
  parcelas: '3',
  primeiro_vencimento: '2026-12-04',
  observacao: '',
  enviar_mensagem: true,
  ...mudancas,
})

describe('a proposal while it is typed', () => {
  test('adds up to the cent, the odd cents first, the down payment due today', () => {
    const proposta = calcularProposta(formulario({ desconto: '116,37', entrada: '800' }), marlene)
    expect(proposta.erros).toEqual({})
    expect(proposta.totalCentavos).toBe(434_050)
    expect(proposta.parcelas.map((p) => [p.numero, p.vencimento, p.valorCentavos])).toEqual([
      [0, hoje, 80_000],
      [1, '2026-12-04', 118_017],
      [2, '2027-01-04', 118_017],
      [3, '2027-02-04', 118_016],
    ])
  })

  test('takes the discount as a percentage of the whole', () => {
    const proposta = calcularProposta(
      formulario({ desconto: '10', desconto_em: 'percentual', incluir_encargos: false }),
      marlene,
    )
    expect(proposta.descontoCentavos).toBe(43_405)
    expect(proposta.totalCentavos).toBe(390_645)
  })

  test.each([
    ['10', 44_569],
    ['12,5', 55_711],
    [' 7.25 ', 32_312],
    [' ', 0],
  ])('takes %j per cent of what is owed with its charges, to the nearest cent', (desconto, centavos) => {
    const proposta = calcularProposta(formulario({ desconto, desconto_em: 'percentual' }), marlene)
    expect([proposta.erros, proposta.descontoCentavos, proposta.totalCentavos]).toEqual([
      {},
      centavos,
      445_687 - centavos,
    ])
  })

  test('reads the cents that were typed', () => {
    const proposta = calcularProposta(formulario({ desconto: ' ', entrada: ' 19,99' }), marlene)
    expect([proposta.erros, proposta.descontoCentavos, proposta.entradaCentavos]).toEqual([{}, 0, 1_999])
  })

  test.each([
    [{ desconto: '101', desconto_em: 'percentual' as const }, 'Informe um percentual de 0 a 100.'],
    [{ desconto: 'dez', desconto_em: 'percentual' as const }, 'Informe um percentual de 0 a 100.'],
    [{ entrada: 'dez' }, 'Informe um valor em reais, por exemplo 800,00.'],
    [{ primeiro_vencimento: '' }, 'Informe o primeiro vencimento.'],
  ])('says of %j: %s', (mudanca, frase) => {
    expect(Object.values(calcularProposta(formulario(mudanca), marlene).erros)).toEqual([frase])
  })

  test.each([
    [{ desconto: 'abc' }, 'desconto'],
    [{ desconto: '101', desconto_em: 'percentual' as const }, 'desconto'],
    [{ desconto: '9.999,00' }, 'desconto'],
    [{ entrada: '5.000,00' }, 'entrada'],
    [{ parcelas: '49' }, 'parcelas'],
    [{ parcelas: '' }, 'parcelas'],
    [{ primeiro_vencimento: '2026-11-01' }, 'primeiro_vencimento'],
    [{ primeiro_vencimento: '' }, 'primeiro_vencimento'],
  ])('says on its field what does not fit: %j', (mudanca, campo) => {
    const proposta = calcularProposta(formulario(mudanca), marlene)
    expect(Object.keys(proposta.erros)).toEqual([campo])
    expect(proposta.parcelas).toEqual([])
  })

  test('says it on every field at once, and not only on the first', () => {
    const proposta = calcularProposta(
      formulario({ desconto: '9.999,00', entrada: '33,333', parcelas: '0', primeiro_vencimento: '2026-11-23' }),
      marlene,
    )
    expect(Object.keys(proposta.erros).sort()).toEqual(['desconto', 'entrada', 'parcelas', 'primeiro_vencimento'])
    expect(proposta.parcelas).toEqual([])
  })
})
