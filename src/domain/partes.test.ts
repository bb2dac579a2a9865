import { describe, expect, test } from 'vitest'
import { EXEMPLOS, type Valores } from './modelo.ts'
import { type Botao, codigoPix, emOrdem, partesPosicionais, problemasDasPartes } from './partes.ts'
import { preencherPartes, problemasDosValoresDasPartes } from './partes-preenchidas.ts'

const PIX = '14.206.377/0001-06'
const link = (url: string): Botao => ({ tipo: 'link', texto: 'Ver conta', url })
const resposta = (texto: string): Botao => ({ tipo: 'resposta', texto })

describe('what may stand beside a text', () => {
  test.each<[string, string | null, Botao[]]>([
    ['nothing', null, []],
    ['a header with a variable', 'Conta {{numero}}', []],
    [
      'every kind of button',
      null,
      [
        resposta('Falar com uma pessoa'),
        { tipo: 'parar', texto: 'Parar avisos' },
        link('https://a.com.br/c/{{numero}}'),
        { tipo: 'copiar_pix' },
      ],
    ],
  ])('%s', (_, cabecalho, botoes) => {
    expect(problemasDasPartes({ cabecalho, botoes }, PIX)).toEqual([])
  })

  test.each<[string, string | null, Botao[], string]>([
    ['a header of two lines', 'Conta\nvencida', [], 'quebra de linha'],
    ['a header with two variables', '{{nome}}, {{numero}}', [], 'uma variável só'],
    ['a header too long', 'a'.repeat(61), [], '60 caracteres'],
    ['a header with an unknown variable', 'Conta {{cpf}}', [], '{{cpf}} não existe'],
    ['an emoji in the header', 'Conta 😀', [], 'emoji'],
    ['four answers', null, ['a', 'b', 'c', 'd'].map(resposta), 'três botões'],
    ['two equal answers', null, [resposta('Sim'), resposta('sim ')], 'textos diferentes'],
    ['an answer too long', null, [resposta('a'.repeat(26))], '25 caracteres'],
    ['an address without https', null, [link('http://a.com.br')], 'https://'],
    ['a variable amid an address', null, [link('https://a.com.br/{{numero}}/x')], 'no fim'],
    ['a site that is a variable', null, [link('https://{{numero}}')], 'nome do site'],
  ])('%s is refused', (_, cabecalho, botoes, frase) => {
    expect(problemasDasPartes({ cabecalho, botoes }, PIX).join(' ')).toContain(frase)
  })

  test.each([
    ['14.206.377/0001-06', '14206377000106'],
    ['CNPJ 14.206.377/0001-06', '14206377000106'],
    ['Celular: (19) 98812-4470', '19988124470'],
    ['(19) 98812-4470', '19988124470'],
    ['+5519988124470', '+5519988124470'],
    ['financeiro@serraazul.example', null],
    ['', null],
    [null, null],
  ])('a button copies the Pix key %s as %s', (pix, codigo) => {
    expect(codigoPix(pix)).toBe(codigo)
    const problemas = problemasDasPartes({ cabecalho: null, botoes: [{ tipo: 'copiar_pix' }] }, pix)
    expect(problemas.length).toBe(codigo === null ? 1 : 0)
  })
})

test('answers go first and together', () => {
  const botoes: Botao[] = [link('https://a.com'), resposta('A'), { tipo: 'copiar_pix' }, { tipo: 'parar', texto: 'P' }]
  expect(emOrdem(botoes).map(({ tipo }) => tipo)).toEqual(['resposta', 'parar', 'link', 'copiar_pix'])
})

const partes = {
  cabecalho: 'Conta {{numero}}',
  botoes: [
    { tipo: 'parar', texto: 'Parar avisos' },
    link('https://a.com.br/c?n={{numero}}'),
    { tipo: 'copiar_pix' },
  ] as Botao[],
}

test('goes to review by number, with examples', () => {
  expect(partesPosicionais(partes)).toEqual({
    cabecalho: { texto: 'Conta {{1}}', exemplo: '18432/002' },
    botoes: [
      { tipo: 'resposta', texto: 'Parar avisos' },
      {
        tipo: 'link',
        texto: 'Ver conta',
        url: 'https://a.com.br/c?n={{1}}',
        exemplo: 'https://a.com.br/c?n=18432%2F002',
      },
      { tipo: 'copiar', exemplo: '14206377000106' },
    ],
  })
})

test("is filled with a customer's values: encoded in an address, cut in a header", () => {
  const valores: Valores = { ...EXEMPLOS, numero: `${'9'.repeat(70)}&x` }
  const { cabecalho, botoes } = preencherPartes(partes, valores)!
  expect(cabecalho!.texto).toHaveLength(60)
  expect(cabecalho!.texto).toBe(`Conta ${cabecalho!.parametro}`)
  expect(botoes).toMatchObject([
    { retorno: 'PARAR' },
    { parametro: `${'9'.repeat(70)}%26x` },
    { codigo: '14206377000106' },
  ])
  expect(preencherPartes({ cabecalho: null, botoes: [] }, valores)).toBe(null)
})

test('a variable that does not exist, as while its name is typed, stays as it is written', () => {
  const partes = preencherPartes(
    { cabecalho: 'Conta {{num}}', botoes: [{ tipo: 'link', texto: 'Ver', url: 'https://a.com/{{num}}' }] },
    EXEMPLOS,
  )
  expect(partes).toEqual({
    cabecalho: { texto: 'Conta {{num}}', parametro: null },
    botoes: [{ tipo: 'link', texto: 'Ver', url: 'https://a.com/{{num}}', parametro: null }],
  })
})

test.each<[string, Partial<Valores>, string[][]]>([
  ['all there', {}, []],
  ['nothing for the header', { nome: '' }, [['nome', 'vazio']]],
  ['too long for its line', { nome: 'M'.repeat(80) }, [['nome', 'longo']]],
  ['a line break', { nome: 'Maria\nSouza' }, [['nome', 'quebra_de_linha']]],
  ['nothing for the address', { numero: ' ' }, [['numero', 'vazio']]],
])('values of a header and an address, %s', (_, mudados, esperados) => {
  const partes = { cabecalho: 'Conta de {{nome}}', botoes: [link('https://a.com.br/{{numero}}'), resposta('Sim')] }
  const problemas = problemasDosValoresDasPartes(partes, { ...EXEMPLOS, ...mudados })
  expect(problemas.map(({ variavel, problema }) => [variavel, problema])).toEqual(esperados)
})
