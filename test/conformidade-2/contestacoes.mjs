// Shared by the tests of disputes.
import { expect, fields, isDay, isInstant, listOf, status } from '../conformance/support.mjs'
import { criarCliente } from './mundo.mjs'
import { atrasada, ids } from './promessas.mjs'

const CAMPOS = [
  'id',
  'numero',
  'contas',
  'motivo',
  'texto',
  'arquivo_url',
  'status',
  'prazo',
  'resposta',
  'origem',
  'autor',
  'created_at',
  'encerrada_em',
]
export const endereco = (id) => `/api/operador/clientes/${id}/contestacoes`
export function inteira(contestacao) {
  fields(contestacao, CAMPOS, 'the dispute')
  expect(isDay(contestacao.prazo) && isInstant(contestacao.created_at), 'its formats', contestacao)
  return contestacao
}

/** Calls about disputes, as the first operator. */
export function deMundo(mundo) {
  const { operador } = mundo
  const ficha = async (id) => status(await operador.get(`/api/operador/clientes/${id}`), 200).body
  return {
    novo: (quantas = 1) =>
      criarCliente(
        mundo,
        Array.from({ length: quantas }, () => atrasada(mundo)),
      ),
    ficha,
    conta: async (id, qual) => (await ficha(id)).contas.find((uma) => uma.id === qual),
    contestar: (id, corpo, opcoes) => operador.post(endereco(id), corpo, opcoes),
    aberta: async (id, contas, motivo = 'valor') =>
      inteira(status(await operador.post(endereco(id), { contas: ids(contas), motivo }), 201).body),
    responder: (id, qual, corpo) => operador.patch(`${endereco(id)}/${qual}`, corpo),
    uma: async (id, qual) => listOf(status(await operador.get(endereco(id)), 200)).find((outra) => outra.id === qual),
    pagar: async ({ id, valor }) =>
      status(
        await operador.post(`/api/operador/contas-receber/${id}/pagamentos`, {
          valor,
          pago_em: mundo.hoje,
          forma: 'pix',
        }),
        201,
      ),
  }
}
