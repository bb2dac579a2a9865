import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { DIA_MS } from '#domain/data.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import type { Trx } from '#server/db/schema.ts'
import { comTransacaoViva } from '#server/db/sessao-viva.ts'
import { emTransacao } from '#server/db/transacao.ts'
import type { Servicos } from '#server/servicos.ts'

const VALIDADE_MS = DIA_MS
export const CHAVE_MAXIMA = 200

/**
 * Performs an action once per `Idempotency-Key`, and always returns the same answer: the key's row and the action's writes commit
 * together, so neither a crash nor another node can do it twice. A concurrent call waits on that row; when the action fails, the
 * rollback frees the key. Without the header the action simply runs. The action returns the JSON to be sent, and calls nothing
 * outside the database. `corpoDito`: what identifies the body, when it is not JSON.
 */
export async function umaVez<T>(
  { db, relogio }: Pick<Servicos, 'db' | 'relogio'>,
  request: FastifyRequest,
  acao: (trx: Trx) => Promise<T>,
  corpoDito: unknown = request.body,
  chave: string | undefined = lerChave(request),
): Promise<T> {
  return emTransacao(db, async (trx) => {
    if (chave === undefined) return acao(trx)
    const pedido = { ...donoDe(request), chave }
    const corpo = createHash('sha256')
      .update(JSON.stringify(corpoDito ?? null))
      .digest()
    if (!(await reservar(trx, pedido, corpo, relogio.agora()))) return respostaGuardada<T>(trx, pedido, corpo)
    const resposta = await acao(trx)
    await guardar(trx, pedido, resposta)
    return resposta
  })
}

/**
 * As `umaVez`, for an action with transactions of its own that may take long: the key's row is locked until it ends, in
 * a transaction that is kept from being ended as idle. Without a key no connection is held.
 */
export async function umaVezDemorada<T>(
  servicos: Pick<Servicos, 'db' | 'relogio'>,
  request: FastifyRequest,
  acao: () => Promise<T>,
  corpoDito?: unknown,
): Promise<T> {
  if (lerChave(request) === undefined) return acao()
  return umaVez(servicos, request, (trx) => comTransacaoViva(trx, acao), corpoDito)
}

/** The owner of the keys. A page's URL contains its token, which is never stored, so the route's pattern is used instead. */
function donoDe({
  method,
  url,
  routeOptions,
  params,
  usuario,
  programa,
  linkId,
}: FastifyRequest): Omit<Pedido, 'chave'> {
  if (linkId === undefined)
    return {
      tabela: 'idempotencia',
      coluna: 'usuario_id',
      dono: (programa ?? usuario).id,
      rota: `${method} ${url.split('?')[0]}`,
    }
  const rota = `${method} ${routeOptions.url} ${(params as { id?: unknown }).id ?? ''}`.trim()
  return { tabela: 'idempotencia_da_pagina', coluna: 'link_id', dono: linkId, rota }
}

/** Housekeeping: forgets the keys older than a day. */
export const esquecerChaves = ({ db, relogio }: Pick<Servicos, 'db' | 'relogio'>) =>
  db.deleteFrom('idempotencia').where('criada_em', '<=', vencidasEm(relogio.agora())).execute()

const vencidasEm = (agora: Date) => new Date(agora.getTime() - VALIDADE_MS).toISOString()

interface Pedido {
  tabela: 'idempotencia' | 'idempotencia_da_pagina'
  coluna: 'usuario_id' | 'link_id'
  dono: number
  chave: string
  rota: string
}

function lerChave(request: FastifyRequest): string | undefined {
  const chave = request.headers['idempotency-key']
  if (chave === undefined) return undefined
  if (typeof chave !== 'string' || chave.length === 0 || chave.length > CHAVE_MAXIMA) {
    throw new CamposInvalidos({ 'idempotency-key': [`A chave deve ter de 1 a ${CHAVE_MAXIMA} caracteres.`] })
  }
  return chave
}

/** True when the key is ours to use: new, or older than a day. Waits for whoever holds it in an open transaction. */
async function reservar(trx: Trx, pedido: Pedido, corpo: Buffer, agora: Date): Promise<boolean> {
  const { dono, chave, rota } = pedido
  const [tabela, coluna] = [sql.table(pedido.tabela), sql.ref(pedido.coluna)]
  const { rows } = await sql`
    insert into ${tabela} as i (${coluna}, chave, rota, corpo_hash, criada_em) values (${dono}, ${chave}, ${rota}, ${corpo}, ${agora})
    on conflict (${coluna}, chave, rota) do update set corpo_hash = excluded.corpo_hash, resposta = null, criada_em = excluded.criada_em
      where i.criada_em <= ${vencidasEm(agora)}
    returning chave`.execute(trx)
  return rows.length > 0
}

const aChave = ({ coluna, dono, chave, rota }: Pedido) =>
  sql`${sql.ref(coluna)} = ${dono} and chave = ${chave} and rota = ${rota}`

const guardar = (trx: Trx, pedido: Pedido, resposta: unknown) =>
  sql`update ${sql.table(pedido.tabela)} set resposta = ${JSON.stringify(resposta)}::jsonb where ${aChave(pedido)}`.execute(
    trx,
  )

async function respostaGuardada<T>(trx: Trx, pedido: Pedido, corpo: Buffer): Promise<T> {
  const { rows } = await sql<{ corpo_hash: Buffer; resposta: T }>`
    select corpo_hash, resposta from ${sql.table(pedido.tabela)} where ${aChave(pedido)}`.execute(trx)
  const [guardada] = rows
  if (guardada!.corpo_hash.equals(corpo)) return guardada!.resposta
  throw new CamposInvalidos({
    'idempotency-key': ['Esta chave já foi usada com outro conteúdo. Use uma chave nova para um pedido novo.'],
  })
}
