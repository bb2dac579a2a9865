import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DIA_MS } from '#domain/data.ts'
import { BYTES_DO_TOKEN, DIAS_DO_LINK, enderecoDoLink } from '#domain/link.ts'
import { hashDoToken } from '#server/chaves/token.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** What a message that names its customer's page carries; kept nowhere. */
export interface LinkFeito {
  token: string
  endereco: string
}

export interface PedidoDeLink {
  mensagemId: number
  clienteId: number
  contatoId: number
}

/**
 * A new link for each of these messages, whose customers are locked; a message that was claimed before abandons its
 * earlier link. None for a customer without a document to ask for, whose phone was denied, or after too many wrong
 * tries.
 */
export async function fazerLinks(
  trx: Trx,
  pedidos: readonly PedidoDeLink[],
  { origem, agora }: { origem: string; agora: Date },
): Promise<Map<number, LinkFeito>> {
  if (pedidos.length === 0) return new Map()
  const novos = pedidos.map((pedido) => {
    const token = randomBytes(BYTES_DO_TOKEN).toString('base64url')
    return { ...pedido, token, hash: hashDoToken(token).toString('hex') }
  })
  const linhas = novos.map(({ token: _, ...linha }) => linha)
  await sql`
    update link set encerrado_em = ${agora}
    where mensagem_id = any(${pedidos.map(({ mensagemId }) => mensagemId)}::bigint[]) and encerrado_em is null`.execute(
    trx,
  )
  const { rows } = await sql<{ mensagem_id: number }>`
    insert into link (hash, cliente_id, contato_id, mensagem_id, criado_em, vale_ate)
    select decode(n.hash, 'hex'), c.id, c.contato_id, n."mensagemId", ${agora}, ${new Date(agora.getTime() + DIAS_DO_LINK * DIA_MS)}
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n("mensagemId" bigint, "clienteId" bigint, "contatoId" bigint, hash text)
      join cliente c on c.id = n."clienteId" and c.contato_id = n."contatoId"
    where c.documento is not null and not ${semLink(agora)}
    returning mensagem_id`.execute(trx)
  const feitos = new Set(rows.map(({ mensagem_id }) => mensagem_id))
  return new Map(
    novos.flatMap(({ mensagemId, token }) =>
      feitos.has(mensagemId) ? [[mensagemId, { token, endereco: enderecoDoLink(origem, token) }] as const] : [],
    ),
  )
}

/** No link is made for the customer `c` on its phone; further ahead than it ever is, a clock said so that has been set back since. */
const semLink = (agora: Date) => sql<boolean>`(
  exists (select from porta_da_pagina p where p.cliente_id = c.id and p.contato_id = c.contato_id
    and p.sem_link_ate > ${agora} and p.sem_link_ate < ${agora}::timestamptz + interval '31 days')
  or exists (select from pessoa_do_telefone t where t.cliente_id = c.id and t.contato_id = c.contato_id and t.negada_em is not null))`

/** Which of these customers a link can be made for. */
export async function podemTerLink(db: Db | Trx, clientes: readonly number[], agora: Date): Promise<Set<number>> {
  if (clientes.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select c.id from cliente c where c.id = any(${[...clientes]}::bigint[])
      and c.documento is not null and c.contato_id is not null and not ${semLink(agora)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Ends every link of a customer on a phone. */
export const encerrarLinks = (trx: Trx, clienteId: number, contatoId: number, agora: Date) =>
  trx
    .updateTable('link')
    .set({ encerrado_em: agora })
    .where('cliente_id', '=', clienteId)
    .where('contato_id', '=', contatoId)
    .where('encerrado_em', 'is', null)
    .execute()

/** Housekeeping: deletes links that ended more than a month ago. */
export async function esquecerLinks(db: Db, agora: Date): Promise<void> {
  const ha = (dias: number) => new Date(agora.getTime() - dias * DIA_MS)
  await db.deleteFrom('link').where('vale_ate', '<', ha(30).toISOString()).execute()
  await db.deleteFrom('idempotencia_da_pagina').where('criada_em', '<', ha(1).toISOString()).execute()
}
