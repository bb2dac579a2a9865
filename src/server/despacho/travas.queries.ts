import { sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'
import { telefoneNegado } from '#server/links/telefone-negado.ts'
import { umDe } from '#server/saida/saida.actions.ts'
import type { Candidata } from './candidatas.queries.ts'
import { DA_MENSAGEM, DO_CLIENTE, DO_CONTATO, type Mensagem, type QuemRecebe } from './julgamento.ts'

/** Customers in ascending order, then their phones: the order in which everybody locks. */
export async function travarPessoas(trx: Trx, candidatas: Candidata[]): Promise<Map<number, QuemRecebe>> {
  const ids = [...new Set(candidatas.flatMap(({ cliente_id }) => cliente_id ?? []))]
  const deNinguem = candidatas.flatMap(({ cliente_id, contato_id }) => (cliente_id === null ? (contato_id ?? []) : []))
  const clientes = await trx
    .selectFrom('cliente')
    .select(DO_CLIENTE)
    .where('id', '=', umDe(ids))
    .where(sql<boolean>`not ${telefoneNegado('cliente')}`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const contatoIds = [...clientes.flatMap(({ contato_id }) => contato_id ?? []), ...deNinguem]
  if (contatoIds.length === 0) return new Map()
  const contatos = await trx
    .selectFrom('contato')
    .select(DO_CONTATO)
    .where('id', '=', umDe(contatoIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const porId = new Map(contatos.map((contato) => [contato.id, contato]))
  return new Map([
    ...clientes.flatMap((cliente) => {
      const contato = porId.get(cliente.contato_id ?? 0)
      return contato ? [[cliente.id, { cliente, contato }] as const] : []
    }),
    ...deNinguem.flatMap((id) => {
      const contato = porId.get(id)
      return contato ? [[-id, { cliente: { ...NINGUEM, contato_id: id }, contato }] as const] : []
    }),
  ])
}

/** Stands for a phone without a customer, answered on the number that wrote. */
const NINGUEM = { id: 0, nome: '', documento: null, telefone: null, uf: null, municipio: null, anonimizado_em: null }

export const travarMensagens = (trx: Trx, candidatas: Candidata[]): Promise<Mensagem[]> =>
  trx
    .selectFrom('mensagem')
    .select(DA_MENSAGEM)
    .where('id', '=', umDe(candidatas.map(({ id }) => id)))
    .where('envio', '=', 'fila')
    .orderBy('id')
    .forUpdate()
    .execute()
