import { describe, expect, test } from 'vitest'
import { FORMAS_DO_BOTAO } from './botao-pix.ts'
import { EXEMPLOS, type Valores } from './modelo.ts'
import {
  type Botao,
  codigoPix,
  comBotaoDePagar,
  emOrdem,
  feitioDe,
  modeloPedeLink,
  noEndereco,
  partesPosicionais,
  problemasDasPartes,
  problemasDoLink,
} from './partes.ts'
import { preencherPartes, problemasDosValoresDasPartes } from './partes-preenchidas.ts'

const PIX = '14.206.377/0001-06'
const link = (url: string, texto = 'Ver conta'): Botao => ({ tipo: 'link', texto, url })
const resposta = (texto: string): Botao => ({ tipo: 'resposta', texto })

describe('what may stand beside a text', () => {
  test.each<[string, string | null, Botao[]]>([
    ['nothing', null, []],
    ['a header with a variable', 'Conta {{numero}}', []],
    ['as much as there may be', 'a'.repeat(60), ['a', 'b', 'c'.repeat(25)].map(resposta)],
    [
      'two addresses',
      null,
      [link('https://a.com.br/c/{{link}}'), link(`https://a.com.br/${'a'.repeat(1983)}`, 'Outro')],
    ],
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
    ['a blank header', ' ', [], 'Escreva o cabeçalho'],
    ['a boleto in the header', '{{boleto}}', [], 'não leva o código Pix'],
    ['a blank answer', null, [resposta(' ')], 'Escreva o texto de cada botão'],
    ['a variable in an answer', null, [resposta('Sou {{nome}}')], 'não aceita variável'],
    ['two ways to stop', null, ['a', 'b'].map((texto) => ({ tipo: 'parar', texto })), 'parar de receber basta'],
    ['three addresses', null, ['a', 'b', 'c'].map((texto) => link('https://a.com', texto)), 'dois botões'],
    ['two that copy', null, [{ tipo: 'copiar_pix' }, { tipo: 'copiar_pix' }], 'um botão de copiar'],
    ['a space in an address', null, [link('https://a.com.br/x y')], 'não tem espaços'],
    ['an address too long', null, [link(`https://a.com.br/${'a'.repeat(1984)}`)], '2.000 caracteres'],
    ['two variables in an address', null, [link('https://a.com.br/{{nome}}{{numero}}')], 'uma variável só'],
    ['the page’s token elsewhere', null, [link('https://a.com.br/x/{{link}}')], 'só à página do cliente'],
    ['a boleto in an address', null, [link('https://a.com.br/{{boleto}}')], 'não leva o código Pix'],
    ['loose braces in an address', null, [link('https://a.com.br/{{numero')], 'chaves soltas'],
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

test('only the page of this system has the token that opens it', () => {
  const daqui = [link('https://a.com.br/c/{{link}}'), link('https://outro.com'), resposta('Sim')]
  expect(problemasDoLink(daqui, 'https://a.com.br')).toEqual([])
  expect(problemasDoLink(daqui, 'https://b.com.br')).toHaveLength(1)
  const pedem = [
    ['Veja {{link}}', []],
    ['Veja.', daqui],
    ['Veja.', [link('https://a.com.br/{{numero}}')]],
  ] as const
  expect(
    pedem.map(([texto, botoes]) => modeloPedeLink({ texto, partes: { cabecalho: null, botoes: [...botoes] } })),
  ).toEqual([true, true, false])
  const valores = [
    noEndereco('link', 'https://a.com.br/c/abc'),
    noEndereco('link', 'peça'),
    noEndereco('numero', '1/2'),
  ]
  expect(valores).toEqual(['abc', 'novo', '1%2F2'])
})

test('a template edited at Meta so that it takes other values has another shape', () => {
  const { botoes } = partesPosicionais(partes)
  const formas = [
    feitioDe('Oi {{1}}', { cabecalho: null, botoes }),
    feitioDe('Oi', { cabecalho: null, botoes }),
    feitioDe('Oi', { cabecalho: { texto: 'Conta', exemplo: null }, botoes }),
    feitioDe('Oi', { cabecalho: { texto: 'Conta {{1}}', exemplo: '1' }, botoes }),
    feitioDe('Oi', {
      cabecalho: null,
      botoes: botoes.map((um) => ('url' in um ? { ...um, url: 'https://a.com' } : um)),
    }),
    ...FORMAS_DO_BOTAO.map((forma) => feitioDe('Oi', comBotaoDePagar({ cabecalho: null, botoes }, forma))),
  ]
  expect(new Set(formas).size).toBe(5 + FORMAS_DO_BOTAO.length)
})

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
