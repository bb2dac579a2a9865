import { describe, expect, test } from 'vitest'
import { textoDaAmostra } from '#test/amostra-do-banco.ts'
import { lerCnab } from '#test/ler-cnab.ts'
import { movimentoDoRetorno } from './movimento.ts'
import { chaveDoMovimento } from './repeticao.ts'

const trocar = (texto: string, linha: number, ...trocas: [coluna: number, por: string][]) =>
  texto
    .split('\n')
    .map((uma, i) =>
      i !== linha - 1
        ? uma
        : trocas.reduce(
            (ate, [coluna, por]) => ate.slice(0, coluna - 1) + por + ate.slice(coluna - 1 + por.length),
            uma,
          ),
    )
    .join('\n')

const centavos = (valor: number, tamanho: number) => String(valor).padStart(tamanho, '0')

/** The title of a line of a return, and what is said of the file. */
function titulo(texto: string, linha: number) {
  const { titulos, resumo } = lerCnab(texto)
  const { especie, pagoCentavos, creditadoCentavos, tarifaCentavos } = titulos.find((um) => um.linha === linha)!
  return { especie, pagoCentavos, creditadoCentavos, tarifaCentavos, avisos: resumo.avisos }
}

describe('what was paid, whether the bank keeps its fee of it or not', () => {
  const itau400 = textoDaAmostra('32-cnab400-itau.ret')
  const itau240 = textoDaAmostra('22-cnab240-itau.ret')
  const bradesco = textoDaAmostra('33-cnab400-bradesco.ret')
  const santander = textoDaAmostra('24-cnab240-santander.ret')

  test('Itaú, 400: the fee is kept of the amount, or debited by itself', () => {
    expect(titulo(itau400, 3)).toMatchObject({ pagoCentavos: 40_000, creditadoCentavos: 39_790, avisos: [] })
    const aParte = trocar(itau400, 3, [254, centavos(40_000, 13)])
    expect(titulo(aParte, 3)).toEqual({
      especie: 'liquidacao',
      pagoCentavos: 40_000,
      creditadoCentavos: 40_000,
      tarifaCentavos: 210,
      avisos: [],
    })
  })

  test('a settlement of nothing is no payment of the fee', () => {
    const deNada = trocar(itau400, 3, [254, centavos(0, 13)])
    expect(titulo(deNada, 3)).toMatchObject({ pagoCentavos: 0, tarifaCentavos: 210 })
  })

  test('Itaú, 240', () => {
    const linha = itau240.split('\n').findIndex((uma) => uma[13] === 'T' && uma.slice(15, 17) === '06') + 1
    expect(titulo(itau240, linha)).toMatchObject({ pagoCentavos: 80_000, creditadoCentavos: 79_751, avisos: [] })
    const bruto = centavos(80_000, 15)
    const aParte = trocar(itau240, linha + 1, [78, bruto], [93, bruto])
    expect(titulo(aParte, linha)).toMatchObject({ pagoCentavos: 80_000, tarifaCentavos: 249, avisos: [] })
  })

  test('another bank that writes the amount after its fee was paid in full', () => {
    const liquido = trocar(bradesco, 3, [176, centavos(210, 13)], [254, centavos(144_790, 13)])
    expect(titulo(liquido, 3)).toMatchObject({ especie: 'liquidacao', pagoCentavos: 145_000, tarifaCentavos: 210 })
    const linha = santander.split('\n').findIndex((uma) => uma[13] === 'T' && uma.slice(15, 17) === '06') + 1
    const dele = trocar(trocar(santander, linha, [194, centavos(250, 15)]), linha + 1, [78, centavos(49_750, 15)])
    expect(titulo(dele, linha)).toMatchObject({ especie: 'liquidacao', pagoCentavos: 50_000, tarifaCentavos: 250 })
  })

  // What was imported while a bank was read by its custom alone must not come a second time.
  test.for([
    ['Itaú, 400', trocar(itau400, 3, [254, centavos(40_000, 13)]), 3, 40_000, 'cnab|001|C|150025|06|2026-11-17|40210|'],
    [
      'Itaú, 240',
      trocar(itau240, 6, [78, centavos(80_000, 15)], [93, centavos(80_000, 15)]),
      5,
      80_000,
      'cnab|001|C|50027|06|2026-11-16|80249|',
    ],
    [
      'Bradesco',
      trocar(bradesco, 3, [176, centavos(210, 13)], [254, centavos(144_790, 13)]),
      3,
      145_000,
      'cnab|001|C|26003P|06|2026-11-18|144790|',
    ],
    [
      'Banrisul',
      trocar(textoDaAmostra('36-cnab400-banrisul-0x1a.ret'), 4, [254, centavos(61_500, 13)]),
      4,
      61_500,
      'cnab|001|C|2283256505|06|2026-11-18|63000|',
    ],
  ] as const)('%s is known again by the customary reading', ([, texto, linha, valorCentavos, chave]) => {
    const lido = lerCnab(texto).titulos.find((um) => um.linha === linha)!
    const arquivo = { formato: 'cnab400', banco: '001', conta: 'c', data: null } as const
    const movimento = movimentoDoRetorno(lido, arquivo)!
    expect([movimento.valorCentavos, chaveDoMovimento(movimento)]).toEqual([valorCentavos, chave])
  })

  test('what is taken back is read as it was paid', () => {
    const [pago, estornado] = [trocar(itau400, 3, [254, centavos(40_000, 13)]), trocar(itau400, 3, [109, '69'])]
    expect(titulo(trocar(pago, 3, [109, '69']), 3)).toMatchObject({ especie: 'estorno', pagoCentavos: 40_000 })
    expect(titulo(estornado, 3)).toMatchObject({ especie: 'estorno', pagoCentavos: 40_000 })
    const liquido = trocar(bradesco, 3, [176, centavos(210, 13)], [254, centavos(144_790, 13)], [109, '40'])
    expect(titulo(liquido, 3)).toMatchObject({ especie: 'estorno', pagoCentavos: 145_000 })
  })

  test('a fine that stands beside the interest is part of what was owed', () => {
    const comMulta = trocar(bradesco, 3, [254, centavos(148_000, 13)], [280, centavos(3_000, 13)])
    expect(titulo(comMulta, 3)).toMatchObject({ especie: 'liquidacao', pagoCentavos: 148_000, avisos: [] })
    // Where other things stand there, the title closes without them.
    expect(titulo(trocar(bradesco, 3, [280, centavos(3_000, 13)]), 3)).toMatchObject({
      pagoCentavos: 145_000,
      avisos: [],
    })
  })

  test('the trailer adds up what the bank wrote', () => {
    const liquido = trocar(bradesco, 3, [176, centavos(210, 13)], [254, centavos(144_790, 13)])
    const ultima = liquido.trimEnd().split('\n').length
    expect(lerCnab(trocar(liquido, ultima, [75, centavos(274_690, 12)])).resumo.incompleto).toBeNull()
  })

  test('Banrisul: the interest is beside the amount, or in it', () => {
    const banrisul = textoDaAmostra('36-cnab400-banrisul-0x1a.ret')
    expect(titulo(banrisul, 4)).toMatchObject({ pagoCentavos: 61_500 })
    expect(titulo(trocar(banrisul, 4, [254, centavos(61_500, 13)]), 4)).toMatchObject({
      pagoCentavos: 61_500,
      avisos: [],
    })
  })

  test('a title of no value, as unregistered ones may be, has nothing to add up', () => {
    const semNominal = trocar(bradesco, 3, [153, centavos(0, 13)])
    expect(titulo(semNominal, 3)).toMatchObject({ especie: 'liquidacao', pagoCentavos: 145_000, avisos: [] })
  })

  test('where neither reading adds up, both figures are said, and the bank is read as usual', () => {
    const torto = trocar(itau400, 3, [254, centavos(41_000, 13)])
    expect(titulo(torto, 3)).toMatchObject({ especie: 'liquidacao', pagoCentavos: 41_210 })
    expect(titulo(torto, 3).avisos).toEqual([
      'Os valores do título da linha 3 não fecham: com encargos e descontos ele é de R$ 400,00, e o banco diz que pagaram R$ 412,10. Confira.',
    ])
    expect(titulo(trocar(bradesco, 3, [254, centavos(100_000, 13)]), 3)).toMatchObject({
      especie: 'parcial',
      pagoCentavos: 100_000,
    })
  })
})
