// Shared by the tests of promises.
import {
  addDays,
  businessDay,
  expect,
  fields,
  isDay,
  isInstant,
  isMoney,
  listOf,
  status,
} from '../conformance/support.mjs'

const CAMPOS = ['id', 'contas', 'valor', 'ate', 'status', 'origem', 'autor', 'created_at']
export const endereco = (id) => `/api/operador/clientes/${id}/promessas`
export const ids = (contas) => contas.map(({ id }) => id)
/** Long overdue, so that the engine would bill it. */
export const atrasada = (mundo, valor = 10_000) => ({ valor, vencimento: businessDay(addDays(mundo.hoje, -12)) })

export function inteira(promessa) {
  fields(promessa, CAMPOS, 'the promise')
  expect(isMoney(promessa.valor) && isDay(promessa.ate) && isInstant(promessa.created_at), 'its formats', promessa)
  fields(promessa.autor, ['id', 'name'], 'autor')
  return promessa
}

/** Calls about promises, as the first operator. */
export function deMundo(mundo) {
  const { operador } = mundo
  const ficha = async (id) => status(await operador.get(`/api/operador/clientes/${id}`), 200).body
  return {
    ficha,
    prometer: (id, corpo, opcoes) => operador.post(endereco(id), corpo, opcoes),
    feita: async (id, corpo) => inteira(status(await operador.post(endereco(id), corpo), 201).body),
    cancelar: (id, promessa, corpo) => operador.patch(`${endereco(id)}/${promessa}/cancelar`, corpo),
    uma: async (id, promessa) =>
      listOf(status(await operador.get(endereco(id)), 200)).find((outra) => outra.id === promessa),
    conta: async (id, qual) => (await ficha(id)).contas.find((uma) => uma.id === qual),
    pagar: async (conta, valor) =>
      status(
        await operador.post(`/api/operador/contas-receber/${conta}/pagamentos`, {
          valor,
          pago_em: mundo.hoje,
          forma: 'pix',
        }),
        201,
      ).body,
    estornar: (conta, pagamento) =>
      operador.delete(`/api/operador/contas-receber/${conta}/pagamentos/${pagamento}`, { motivo: 'Lançado errado' }),
  }
}
