import { expect, test } from 'vitest'
import type { ResultadoEnvio } from '#server/cloud-api/cloud-api.ts'
import { regraDoErro } from '#server/cloud-api/erros-meta.ts'
import { desfechoDe } from './desfecho.ts'

const recusa = (codigo: number): ResultadoEnvio => ({
  tipo: 'recusada',
  erro: { ...regraDoErro({ codigo }), codigo, subcodigo: null, http: 400, mensagem: 'x', detalhe: null },
})

test.each<[string, ResultadoEnvio, number, object]>([
  ['accepted', { tipo: 'aceita', wamid: 'w', waId: '55', userId: null }, 0, { tipo: 'aceita', wamid: 'w', waId: '55' }],
  ['lost', { tipo: 'desconhecido', detalhe: '' }, 0, { tipo: 'desconhecida' }],
  ['no network', { tipo: 'nao_conectou', detalhe: '' }, 0, { tipo: 'adiada', segundos: 1, alcance: 'cliente' }],
  ['no network for long', { tipo: 'nao_conectou', detalhe: '' }, 20, { tipo: 'adiada', segundos: 300 }],
  ['throughput', recusa(130429), 0, { tipo: 'adiada', alcance: 'numero' }],
  ['an outage', recusa(131016), 0, { tipo: 'adiada', segundos: 15, alcance: 'servico', frear: false }],
  ['pair rate, first', recusa(131056), 0, { tipo: 'adiada', segundos: 1, alcance: 'cliente' }],
  ['pair rate, third', recusa(131056), 2, { tipo: 'adiada', segundos: 16, alcance: 'cliente' }],
  ['unknown of Meta, first', recusa(131000), 0, { tipo: 'adiada', alcance: 'cliente' }],
  ['unknown of Meta, again', recusa(131000), 1, { tipo: 'recusada', codigo: '131000', culpa: 'mensagem' }],
  ['not on WhatsApp', recusa(131026), 0, { tipo: 'recusada', codigo: '131026', culpa: 'contato' }],
  ['template paused', recusa(132015), 0, { tipo: 'recusada', codigo: '132015', culpa: 'modelo' }],
  ['bad parameter', recusa(131009), 0, { tipo: 'recusada', codigo: '131009', culpa: 'mensagem' }],
  ['token', recusa(190), 0, { tipo: 'conta_parada', codigo: '190' }],
  ['payment', recusa(131042), 3, { tipo: 'conta_parada', codigo: '131042' }],
])('%s', (_, resultado, falhas, esperado) => {
  expect(desfechoDe(resultado, falhas)).toMatchObject(esperado)
})

test.each<[string, ResultadoEnvio, number, object]>([
  ['its terms, so the text goes', recusa(134011), 0, { tipo: 'adiada', semBotao: expect.stringContaining('termos') }],
  ['its template, so the other goes', recusa(132015), 0, { tipo: 'adiada', semBotao: expect.any(String) }],
  ['this phone, which gets the text', recusa(2040), 0, { tipo: 'adiada', telefoneSemBotao: true }],
  ['whom the company blocked', recusa(130403), 0, { tipo: 'recusada', codigo: '130403', culpa: 'mensagem' }],
  ['nothing that Meta knows, twice', recusa(131000), 1, { tipo: 'recusada', codigo: '131000', culpa: 'mensagem' }],
])('with the payment button, refused for %s', (_, resultado, falhas, esperado) => {
  expect(desfechoDe(resultado, falhas, true)).toMatchObject(esperado)
})
