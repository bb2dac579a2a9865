import { expect, test } from 'vitest'
import { type Alcance, type DonoDito, ehNosso, porQueNaoENosso } from './conta-whatsapp.ts'

const nossa = { businessAccountId: '200', phoneNumberId: '300', numerosAnteriores: ['301'] }

test.for<[Alcance, string | null, string | null, boolean]>([
  ['conversa', '200', '300', true],
  ['conversa', '200', '301', true], // a former number of ours
  ['conversa', '999', '301', true], // which was of another account
  ['conversa', '200', '399', false], // a number of our account that another system uses
  ['conversa', '999', '399', false],
  ['conversa', '200', null, true],
  ['conversa', '999', null, false],
  ['conversa', null, null, true],
  ['numero', '200', '300', true],
  ['numero', '200', '301', false], // an error of a former number stops nothing now
  ['numero', '999', '399', false],
  ['numero', '200', null, true],
  ['numero', null, null, false],
  ['conta', '200', null, true],
  ['conta', '200', '399', true],
  ['conta', '999', null, false],
  ['conta', '999', '300', false],
  ['conta', null, null, false],
])('%s of account %s and number %s: ours is %s', ([alcance, conta, numero, esperado]) => {
  expect(ehNosso(alcance, { conta, numero }, nossa)).toBe(esperado)
})

test('with no account set nothing of an account is ours, and no number is', () => {
  const nenhuma = { businessAccountId: null, phoneNumberId: null, numerosAnteriores: [] }
  expect(ehNosso('conta', { conta: null, numero: null }, nenhuma)).toBe(false)
  expect(ehNosso('conversa', { conta: null, numero: '300' }, nenhuma)).toBe(false)
})

test.for<[Alcance, DonoDito, string]>([
  ['conversa', { conta: '200', numero: '399' }, 'número 399'],
  ['conta', { conta: '999', numero: '300' }, 'conta 999'],
  ['conta', { conta: null, numero: null }, 'Não diz de qual conta'],
])('%s of %j says why', ([alcance, dono, palavras]) => expect(porQueNaoENosso(alcance, dono)).toContain(palavras))
