import { sql } from 'kysely'
import { TERMINADOS_AQUI } from '#domain/codigo.ts'
import { lista } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'
import type { ResultadoDoPsp } from '#server/psp/chamadas.ts'
import type { CobrancaNoPsp, PixApi } from '#server/psp/pix-api.ts'
import { terminarAbandonados } from './acordo.actions.ts'
import type { Meios } from './completar.actions.ts'

interface ARemover {
  id: number
  tipo: 'pix_cob' | 'pix_cobv'
  txid: string
  remocoes: number
}

const DE_CADA_VEZ = 50
/**
 * A charge that was being created when it was given up may appear at the PSP only after a search, so it is searched for
 * several times.
 */
const PROCURAS = 5
const MAIOR_PAUSA_S = 3_600
/** Longer than a charge that is being asked for takes. */
const ABANDONADO_MS = 60_000

/**
 * Takes back at the PSP what ended here, one after the other: replaced, cancelled, or given up because the PSP was late. True
 * when there may be more.
 */
export async function removerNoPsp(meios: Meios, sinal: AbortSignal): Promise<boolean> {
  const { db, pix, relogio } = meios
  const agora = relogio.agora()
  const antesDe = new Date(agora.getTime() - ABANDONADO_MS)
  await abandonarPendentes(db, antesDe)
  await terminarAbandonados(meios, antesDe)
  const fila = await lerFila(db, agora)
  const api = fila.length > 0 && !pix.emFalta() ? await pix.api() : null
  if (!api) return false
  for (const codigo of fila) {
    if (sinal.aborted || pix.emFalta()) return false
    const resultado = await remover(api, codigo)
    pix.respondeu(resultado)
    await anotar(db, codigo, resultado, relogio.agora())
  }
  return fila.length === DE_CADA_VEZ
}

/** The process asking the PSP for these is gone, and nobody ever received them. */
const abandonarPendentes = (db: Db, antesDe: Date) =>
  sql`update codigo set situacao = 'cancelado' where situacao = 'emitido' and copia_e_cola is null and negociacao_id is null
    and created_at < ${antesDe}`.execute(db)

async function lerFila(db: Db, agora: Date): Promise<ARemover[]> {
  const { rows } = await sql<ARemover>`
    select id, tipo, txid, remocoes from codigo
    where no_psp and situacao in ${lista(TERMINADOS_AQUI)} and coalesce(remover_em, created_at) <= ${agora}
    order by id limit ${DE_CADA_VEZ}`.execute(db)
  return rows
}

const remover = (api: PixApi, { tipo, txid }: ARemover) => api.remover(tipo === 'pix_cob' ? 'cob' : 'cobv', txid)

/**
 * A refusal ends it: paid, expired, or already removed; not that of our credentials, nor when the PSP was not called. A charge that is
 * not found is searched for again.
 */
async function anotar(db: Db, { id, remocoes }: ARemover, resultado: ResultadoDoPsp<CobrancaNoPsp>, agora: Date) {
  const naoAchada = resultado.tipo === 'recusada' && (resultado.http === 404 || resultado.http === 410)
  const negada = resultado.tipo === 'recusada' && [0, 401, 403].includes(resultado.http)
  const acabou =
    resultado.tipo === 'ok' ||
    (resultado.tipo === 'recusada' && !naoAchada && !negada) ||
    (naoAchada && remocoes >= PROCURAS)
  const pausa = Math.min(5 * 2 ** remocoes, MAIOR_PAUSA_S)
  await db
    .updateTable('codigo')
    .set(
      acabou
        ? { no_psp: false }
        : { remover_em: new Date(agora.getTime() + pausa * 1_000), remocoes: Math.min(remocoes + 1, 20) },
    )
    .where('id', '=', id)
    .execute()
}
