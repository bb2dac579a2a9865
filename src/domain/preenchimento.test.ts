import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXEMPLOS, MAXIMO } from './modelo.ts'
import { MODELOS_PADRAO } from './modelos-padrao.ts'
import { porCodigo } from './na-saida.ts'
import { preencher, problemasDosValores, valoresDoModelo } from './preenchimento.ts'

const conta = {
  numero: '18432',
  parcela: '002',
  abertoCentavos: 248_000,
  atualizadoCentavos: 253_373,
  vencimento: '2026-11-19',
  diasAtraso: 5,
}
const dados = {
  nome: 'Marlene Aparecida de Souza',
  documento: '31820459705',
  empresa: 'Distribuidora Serra Azul',
  pix: '14.206.377/0001-06',
  operador: 'Camila Rezende',
  contas: [conta],
}

describe('preencher', () => {
  test('what the customer reads is the approved text with the parameters in place', () => {
    const texto = 'Oi, {{primeiro_nome}}. {{numero}}: {{valor}} ({{valor_atualizado}} hoje), venceu em {{vencimento}}.'
    expect(preencher(texto, valoresDoModelo(dados))).toEqual({
      conteudo: 'Oi, Marlene. 18432/002: R$ 2.480,00 (R$ 2.533,73 hoje), venceu em 19/11/2026.',
      parametros: ['Marlene', '18432/002', 'R$ 2.480,00', 'R$ 2.533,73', '19/11/2026'],
    })
  })

  test('a value that is missing or blank never reaches Meta empty', () => {
    const vazios = valoresDoModelo({ ...dados, nome: ' \n ', pix: null, operador: null, contas: [] })
    const { parametros } = preencher('{{nome}} {{pix}} {{operador}} {{numero}} {{vencimento}} {{dias_atraso}}', vazios)
    expect(parametros.every((valor) => valor.trim().length > 0)).toBe(true)
  })

  test('whatever the data, the values obey Meta and the whole fits', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 2000, unit: 'binary' }),
        fc.string({ maxLength: 900, unit: 'binary' }),
        (nome, pix) => {
          const { conteudo, parametros } = preencher(
            MODELOS_PADRAO.atraso.texto,
            valoresDoModelo({ ...dados, nome, pix }),
          )
          for (const valor of parametros) {
            expect(valor).not.toMatch(/[\n\r\t]| {5,}/)
            expect(valor.length).toBeGreaterThan(0)
          }
          expect(conteudo.length).toBeLessThanOrEqual(MAXIMO)
        },
      ),
    )
  })
})

describe('valoresDoModelo', () => {
  test('sums the accounts and speaks of the oldest', () => {
    const maisVelha = { ...conta, numero: '18190', parcela: null, vencimento: '2026-10-14', diasAtraso: 41 }
    expect(valoresDoModelo({ ...dados, contas: [conta, maisVelha] })).toMatchObject({
      valor: 'R$ 4.960,00',
      valor_atualizado: 'R$ 5.067,46',
      vencimento: '14/10/2026',
      dias_atraso: '41',
      quantidade_contas: '2',
      numero: '18190 e 18432/002',
      operador: 'Camila',
    })
  })
  test('names a few accounts and counts the rest', () => {
    const contas = ['1', '2', '3', '4', '5'].map((numero) => ({ ...conta, numero, parcela: null }))
    expect(valoresDoModelo({ ...dados, contas }).numero).toBe('1, 2, 3 e mais 2')
  })
  test('a name in capitals is written with capital initials, and a company keeps its whole name', () => {
    expect(valoresDoModelo({ ...dados, nome: 'MARIA DA SILVA' })).toMatchObject({
      nome: 'Maria da Silva',
      primeiro_nome: 'Maria',
    })
    expect(valoresDoModelo({ ...dados, nome: '🍕 Zé da Pizza' }).primeiro_nome).toBe('Zé')
    expect(valoresDoModelo({ ...dados, nome: 'Padaria Sol', documento: '12345678000190' }).primeiro_nome).toBe(
      'Padaria Sol',
    )
  })
})

describe('the values of a real customer', () => {
  const valores = (mudados: object) => ({ ...valoresDoModelo(dados), ...mudados })
  test.each([
    ['all there', {}, []],
    ['no Pix key', { pix: '' }, [['pix', 'vazio']]],
    ['only spaces', { nome: ' \t ' }, [['nome', 'vazio']]],
    ['a line break', { nome: 'Maria\nSouza' }, [['nome', 'quebra_de_linha']]],
    ['five spaces', { nome: 'Maria     Souza' }, [['nome', 'quebra_de_linha']]],
    ['a name without end', { nome: 'M'.repeat(1_100) }, [['nome', 'longo']]],
    [
      'no Pix key, and a name of two lines without end',
      { nome: `Maria\n${'M'.repeat(1_100)}`, pix: '' },
      [
        ['nome', 'longo'],
        ['nome', 'quebra_de_linha'],
        ['pix', 'vazio'],
      ],
    ],
    [
      'nothing at all',
      { nome: '', pix: '' },
      [
        ['nome', 'vazio'],
        ['pix', 'vazio'],
      ],
    ],
  ])('%s', (_, mudados, esperados) => {
    const problemas = problemasDosValores('Olá, {{nome}}. Pix: {{pix}}. Até, {{nome}}.', valores(mudados))
    expect(problemas.map(({ variavel, problema }) => [variavel, problema])).toEqual(esperados)
    expect(problemas.every(({ mensagem }) => mensagem.endsWith('.'))).toBe(true)
  })
  test('a variable that the text does not have is no problem', () => {
    expect(problemasDosValores('Olá, {{nome}}.', valores({ pix: '' }))).toEqual([])
  })
})

describe('what one copies whole', () => {
  const codigo = EXEMPLOS.pix_copia_e_cola
  const valores = (mudados: object) => ({ ...EXEMPLOS, ...mudados })

  test('is never cut: names give way, and then it gives way itself, whole', () => {
    const texto = `${'a'.repeat(840)} {{nome}} {{pix_copia_e_cola}} fim`
    expect(preencher(texto, valores({ nome: 'N'.repeat(80) })).parametros).toEqual([
      expect.stringMatching(/…$/),
      codigo,
    ])
    const comNumero = preencher(`${'a'.repeat(900)} {{nome}} {{numero}}`, valores({ nome: 'N'.repeat(200) }))
    expect(comNumero.parametros, 'the longest first').toEqual([expect.stringMatching(/^N+…$/), EXEMPLOS.numero])
    const cheio = `${'a'.repeat(900)} {{nome}} {{pix_copia_e_cola}} fim`
    expect(preencher(cheio, valores({})).parametros).toEqual([EXEMPLOS.nome, 'peça por aqui'])
    expect(problemasDosValores(cheio, valores({}))).toEqual([
      { variavel: 'pix_copia_e_cola', problema: 'longo', mensagem: 'É longo demais: vai “peça por aqui”.' },
    ])
  })

  test('that is not there is asked for, and is put in its place once there is one, if it fits', () => {
    const texto = 'Pague com {{pix_copia_e_cola}}, {{primeiro_nome}}.'
    const { parametros } = preencher(texto, valores({ pix_copia_e_cola: '' }))
    expect(parametros).toEqual(['peça por aqui', 'Marlene'])
    expect(porCodigo(texto, parametros, codigo)).toEqual({
      conteudo: `Pague com ${codigo}, Marlene.`,
      parametros: [codigo, 'Marlene'],
    })
    expect(porCodigo(texto, parametros, 'x'.repeat(1_100))).toBeNull()
    expect(porCodigo('Sem lugar, {{nome}}.', ['Marlene'], codigo)).toBeNull()
  })

  test('a boleto is of one account alone, with nothing paid', () => {
    const uma = { ...conta, linhaDigitavel: EXEMPLOS.boleto }
    expect(valoresDoModelo({ ...dados, contas: [uma] }).boleto).toBe(EXEMPLOS.boleto)
    expect(valoresDoModelo({ ...dados, contas: [uma, uma] }).boleto).toBe('')
    expect(valoresDoModelo({ ...dados, contas: [conta] }).boleto).toBe('')
  })
})
