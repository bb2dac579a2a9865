import { describe, expect, test } from 'vitest'
import {
  aposErrada,
  atosHoje,
  digitosConferem,
  documentoDeFora,
  enderecoDoLink,
  esperaDaPorta,
  LINK_GUARDADO,
  linkDeExemplo,
  pedidoDe,
  semEnderecos,
  semLinks,
  TOKEN_DO_LINK,
  tokenDoEndereco,
} from './link.ts'

const TOKEN = 'AbC-_'.padEnd(22, '9')
const ENDERECO = `https://a.example/c/${TOKEN}`

test('an address holds its token, and an example is as long and opens nothing', () => {
  expect([enderecoDoLink('https://a.example', TOKEN), tokenDoEndereco(ENDERECO)]).toEqual([ENDERECO, TOKEN])
  expect(tokenDoEndereco(LINK_GUARDADO)).toBe(LINK_GUARDADO)
  expect(linkDeExemplo('https://a.example')).toHaveLength(ENDERECO.length)
  expect([TOKEN, `${TOKEN}9`, TOKEN.slice(1), `${TOKEN.slice(1)}.`].map((um) => TOKEN_DO_LINK.test(um))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test.each([
  [
    `veja ${ENDERECO} e /c/${TOKEN}.`,
    'veja https://a.example/c/… e /c/….',
    `veja https://a.example/c/… e /c/${TOKEN}.`,
  ],
  [`${ENDERECO}9`, `${ENDERECO}9`, `${ENDERECO}9`], // longer: no token
  [`${ENDERECO}-`, `${ENDERECO}-`, `${ENDERECO}-`],
  [`"http://a.example/x/c/${TOKEN}"`, '"http://a.example/x/c/…"', '"http://a.example/x/c/…"'],
  [`ftp://a.example/c/${TOKEN}`, 'ftp://a.example/c/…', `ftp://a.example/c/${TOKEN}`],
])('“%s” without tokens is “%s”, and without addresses “%s”', (texto, semToken, semEndereco) => {
  expect([semLinks(texto), semEnderecos(texto)]).toEqual([semToken, semEndereco])
})

describe('the door of a page', () => {
  const agora = new Date('2026-11-24T13:00:00.000Z')
  const ha = (ms: number) => new Date(agora.getTime() - ms).toISOString()
  const [SEGUNDO, HORA, DIA] = [1_000, 3_600_000, 86_400_000]
  const porta = (erradas: string[], fechada_ate: string | null = null) => ({ erradas, fechada_ate, sem_link_ate: null })

  test.each([
    [null, 0],
    [ha(1), 0],
    [ha(0), 0],
    [ha(-1), 1],
    [ha(-90 * SEGUNDO), 90],
    [ha(-90 * SEGUNDO - 1), 91],
    [ha(-HORA), 3_600],
    [ha(-365 * DIA), 0], // by a clock that has been set back since
  ])('closed until %s opens in %i s', (ate, segundos) => expect(esperaDaPorta(porta([], ate), agora)).toBe(segundos))

  test('the fifth wrong try of an hour closes it for an hour', () => {
    const depois = (...idades: number[]) => aposErrada(porta(idades.map(ha), 'before'), agora)
    expect(depois(59, 58, 57).fechada_ate).toBe('before')
    expect(depois(HORA, 58, 57, 56).fechada_ate).toBe('before')
    expect(depois(HORA - 1, 58, 57, 56)).toEqual({
      erradas: [HORA - 1, 58, 57, 56, 0].map(ha),
      fechada_ate: ha(-HORA),
      sem_link_ate: null,
      encerrar: false,
    })
  })

  test('the fifteenth of thirty days ends every link for thirty, and older ones are forgotten', () => {
    const espacadas = (n: number, maisVelha = 29 * DIA) =>
      Array.from({ length: n }, (_, i) => ha(i === 0 ? maisVelha : (n - i) * DIA))
    expect(aposErrada(porta(espacadas(13)), agora)).toMatchObject({ encerrar: false, fechada_ate: null })
    expect(aposErrada(porta(espacadas(14)), agora)).toEqual({
      erradas: [],
      fechada_ate: ha(-HORA),
      sem_link_ate: ha(-30 * DIA),
      encerrar: true,
    })
    const { encerrar, erradas } = aposErrada(porta(espacadas(14, 30 * DIA)), agora)
    expect([encerrar, erradas.length]).toEqual([false, 14])
    const adiantadas = Array.from({ length: 14 }, () => ha(-365 * DIA))
    expect(aposErrada(porta(adiantadas), agora)).toMatchObject({ erradas: [ha(0)], fechada_ate: null, encerrar: false })
  })
})

test.each([
  ['52998224725', '529', true],
  ['52998224725', '5-2 9', true],
  ['52998224725', '529.982.247-25', true],
  ['52998224725', '52', false],
  ['52998224725', '5299', false],
  ['52998224725', '725', false],
  ['52998224725', '', false],
  ['12ABC34501DE35', '12ab', true],
  ['12ABC34501DE35', '12a', false],
  ['12ABC34501DE35', '12.abc.345/01de-35', true],
])('of %s, “%s” opens the page: %s', (documento, digitos, abre) => {
  expect(digitosConferem(documento, digitos)).toBe(abre)
})

test('a CPF is seen from outside without the digits that open the page, a CNPJ whole', () => {
  expect(['52998224725', '11222333000181'].map(documentoDeFora)).toEqual(['***.982.247-**', '11.222.333/0001-81'])
  expect(['52998224725', '11222333000181'].map(pedidoDe)).toEqual(['cpf', 'cnpj'])
})

test('acts are counted by the day', () => {
  const em = (dia: string | null) => atosHoje({ dia, atos: 7 }, '2026-11-24')
  expect([em('2026-11-24'), em('2026-11-23'), em(null)]).toEqual([7, 0, 0])
})
