import { expect, test } from 'vitest'
import { centavosDoXml, contatoDoXml, decidirEvento, diaDaNota, lugarDoXml, nomeEscrito } from './documento-fiscal.ts'

test.each([
  ['1500', 150_000],
  ['1500.5', 150_050],
  ['1500.05', 150_005],
  ['0', 0],
  ['9999999999999.99', 999_999_999_999_999],
  ['10000000000000', null],
  ['1,00', null],
  ['1.', null],
  ['.50', null],
  ['1.234', null],
  ['-1.00', null],
  ['1.00x', null],
  ['', null],
  [undefined, null],
])('“%s” is %s cents', (texto, centavos) => expect(centavosDoXml(texto)).toBe(centavos))

test.each([
  ['1990-01-01', true],
  ['1989-12-31', false],
  ['2099-12-31', true],
  ['2100-01-01', false],
  ['2026-02-30', false],
])('%s is a day of a note: %s', (dia, sim) => expect(diaDaNota(dia)).toBe(sim))

test('of the customer it keeps what can be read', () => {
  expect(contatoDoXml('11987654321', 'nada; A@B.example, c@d.example')).toEqual({
    telefone: '+5511987654321',
    email: 'a@b.example',
  })
  expect([contatoDoXml(undefined, undefined), contatoDoXml('1', 'x')]).toEqual(
    Array(2).fill({ telefone: null, email: null }),
  )
  expect([nomeEscrito(' Ana  Lima ', '1'), nomeEscrito(' ', '1'), nomeEscrito(undefined, '1')]).toEqual([
    'Ana Lima',
    '1',
    '1',
  ])
  expect(nomeEscrito('A'.repeat(201), '1')).toHaveLength(200)
  expect(lugarDoXml('SP', ' Itu ')).toEqual({ uf: 'SP', municipio: 'Itu' })
  expect([lugarDoXml('EX', ''), lugarDoXml(undefined, undefined)]).toEqual(Array(2).fill({ uf: null, municipio: null }))
})

const CHAVE = '35261111222333000181550010000010011091614864'
const evento = (campos: object) =>
  decidirEvento({ tipo: 'evento', campos: { chNFe: CHAVE, tpEvento: '110111', cStat: '135', tpAmb: '1', ...campos } })

test.each([
  ...['135', '136', '155', '101', '151'].map((cStat) => ({ cStat })),
  ...['110111', '110112', 'e101101', 'e105102', 'e105104', 'e305101'].map((tpEvento) => ({ tpEvento })),
  { chNFe: '3'.repeat(50) },
])('an event with %j cancels', (campos) => expect(evento(campos).efeito).toBe('cancelar'))

test.each<[object, string, RegExp]>([
  [{ chNFe: undefined }, 'recusar', /sem a chave/],
  [{ chNFe: CHAVE.slice(1) }, 'recusar', /sem a chave/],
  [{ chNFe: `${CHAVE}1` }, 'recusar', /sem a chave/],
  [{ chNFe: '3'.repeat(51) }, 'recusar', /sem a chave/],
  [{ tpAmb: '2' }, 'recusar', /homologação/],
  [{ cStat: undefined }, 'recusar', /sem a resposta da SEFAZ/],
  [{ cStat: '573' }, 'recusar', /situação 573/],
  [{ tpEvento: '110110' }, 'nenhum', /^Carta de correção/],
  [{ tpEvento: '210220' }, 'nenhum', /desconhecer/],
  [{ tpEvento: 'e203206' }, 'nenhum', /tomador do serviço rejeitou/],
  [{ tpEvento: '210240' }, 'nenhum', /não foi realizada/],
  [{ tpEvento: '210200' }, 'nenhum', /^Evento sem efeito/],
  [{ tpEvento: undefined }, 'nenhum', /^Evento sem efeito/],
])('an event with %j does not: %s', (campos, efeito, frase) => {
  expect(evento(campos)).toMatchObject({ efeito, mensagem: expect.stringMatching(frase) })
})
