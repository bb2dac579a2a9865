import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { CamposInvalidos } from '#domain/erros.ts'
import type { Trx } from '#server/db/schema.ts'
import { comTransacaoViva } from '#server/db/sessao-viva.ts'
import { emTransacao } from '#server/db/transacao.ts'
import type { Servicos } from '#server/servicos.ts'

const VALIDADE_MS = 24 * 3_600_000
const CHAVE_MAXIMA = 200

/**
 * Does an action once for an `Idempotency-Key`, and answers the same every time: the key's row and what the action
 * writes commit together, so neither a crash nor another node can do it twice. A second call at the same time waits
 * on that row; when the action fails, the rollback frees the key. Without the header the action just runs.
 * The action gives what goes on the wire (JSON), and calls nothing outside the database.
 * `corpoDito`: what tells one body from another, when it is not JSON.
 */
export async function umaVez<T>(
  { db, relogio }: Pick<Servicos, 'db' | 'relogio'>,
  request: FastifyRequest,
  acao: (trx: Trx) => Promise<T>,
  corpoDito: unknown = request.body,
): Promise<T> {
  const chave = lerChave(request)
  return emTransacao(db, async (trx) => {
    if (chave === undefined) return acao(trx)
    const pedido = {
      usuario_id: (request.programa ?? request.usuario).id,
      chave,
      rota: `${request.method} ${request.url.split('?')[0]}`,
    }
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
 * The same of what writes in transactions of its own and may take long: the key's row waits for all of it, and its transaction is kept
 * from being ended as idle. Without a key nothing waits, and no connection is held.
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

/** Housekeeping: forgets the keys older than a day. */
export const esquecerChaves = ({ db, relogio }: Pick<Servicos, 'db' | 'relogio'>) =>
  db.deleteFrom('idempotencia').where('criada_em', '<=', vencidasEm(relogio.agora())).execute()

const vencidasEm = (agora: Date) => new Date(agora.getTime() - VALIDADE_MS).toISOString()

interface Pedido {
  usuario_id: number
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
  const nova = { corpo_hash: corpo, resposta: null, criada_em: agora }
  const reservada = await trx
    .insertInto('idempotencia')
    .values({ ...pedido, ...nova })
    .onConflict((conflito) =>
      conflito
        .columns(['usuario_id', 'chave', 'rota'])
        .doUpdateSet(nova)
        .where('idempotencia.criada_em', '<=', vencidasEm(agora)),
    )
    .returning('chave')
    .executeTakeFirst()
  return reservada !== undefined
}

const guardar = (trx: Trx, { usuario_id, chave, rota }: Pedido, resposta: unknown) =>
  trx
    .updateTable('idempotencia')
    .set({ resposta: JSON.stringify(resposta) })
    .where('usuario_id', '=', usuario_id)
    .where('chave', '=', chave)
    .where('rota', '=', rota)
    .execute()

async function respostaGuardada<T>(trx: Trx, pedido: Pedido, corpo: Buffer): Promise<T> {
  const guardada = await trx
    .selectFrom('idempotencia')
    .select(['corpo_hash', 'resposta'])
    .where('usuario_id', '=', pedido.usuario_id)
    .where('chave', '=', pedido.chave)
    .where('rota', '=', pedido.rota)
    .executeTakeFirstOrThrow()
  if (guardada.corpo_hash.equals(corpo)) return guardada.resposta
  throw new CamposInvalidos({
    'idempotency-key': ['Esta chave já foi usada com outro conteúdo. Use uma chave nova para um pedido novo.'],
  })
}
