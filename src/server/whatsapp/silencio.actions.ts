import { sql } from 'kysely'
import { DIA_MS } from '#domain/data.ts'
import { SEM_STATUS, semStatusDesde } from '#domain/entrega.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificarTodos } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'

/** Meta tries to deliver a webhook for as long. */
const OLHAR_MS = 7 * DIA_MS
/**
 * Each node writes the instant of the last status once a second, so a message accepted within this margin counts as
 * covered.
 */
const FOLGA_MS = 60_000

/**
 * Whether Meta reports anything about accepted messages. After half an hour without any status replies are probably
 * lost too: administrators are told on every screen, until a status comes. Any node may run it. `ouveDesde`: since when
 * this system has been up; what happened before that Meta reports again later.
 */
export async function vigiarStatus(
  { db, relogio }: Pick<Servicos, 'db' | 'relogio'>,
  ouveDesde: Date | null = null,
): Promise<void> {
  const agora = relogio.agora()
  const { status_recebido_em: ouvido, sem_status_desde: antes } = await db
    .selectFrom('configuracao')
    .select(['status_recebido_em', 'sem_status_desde'])
    .executeTakeFirstOrThrow()
  const ouvidoAte = ouvido === null ? Number.NEGATIVE_INFINITY : Date.parse(ouvido) + FOLGA_MS
  const primeira = await primeiraAceitaDepois(db, Math.max(ouvidoAte, agora.getTime() - OLHAR_MS))
  const desde = semStatusDesde(primeira, agora)
  const ouviria = ouveDesde === null || semStatusDesde(ouveDesde.toISOString(), agora) !== null
  if (desde !== null && antes === null && ouviria) await comecarSilencio(db, ouvido, desde, agora)
  // For a node whose clock is slower than the one's that told it, it has not lasted long enough yet: that ends nothing.
  const veio = primeira === null || (ouvido !== null && antes !== null && Date.parse(ouvido) > Date.parse(antes))
  if (antes !== null && veio) await terminarSilencio(db, agora)
}

async function primeiraAceitaDepois(db: Db, ms: number): Promise<string | null> {
  const { rows } = await sql<{ primeira: Date | string | null }>`
    select min(aceita_em) as primeira from mensagem where aceita_em > ${new Date(ms)}`.execute(db)
  const primeira = rows[0]?.primeira ?? null
  return primeira === null ? null : new Date(primeira).toISOString()
}

/** Skipped when a status came, or another node reported it, since this node looked. */
const comecarSilencio = (db: Db, ouvido: string | null, desde: string, agora: Date) =>
  emTransacao(db, async (trx) => {
    const comecou = await trx
      .updateTable('configuracao')
      .set({ sem_status_desde: desde })
      .where('sem_status_desde', 'is', null)
      .where(sql<boolean>`status_recebido_em is not distinct from ${ouvido}::timestamptz`)
      .returning('id')
      .executeTakeFirst()
    if (!comecou) return
    await registrar(trx, {
      agora,
      nivel: 'erro',
      acao: 'whatsapp.perder_status',
      descricao: SEM_STATUS,
    })
    await notificarTodos(trx, 'badges')
  })

/** A status arrived, or nothing waits for one any more: clears the alert, once. */
export const terminarSilencio = (db: Db, agora: Date) =>
  emTransacao(db, async (trx) => {
    const terminou = await trx
      .updateTable('configuracao')
      .set({ sem_status_desde: null })
      .where('sem_status_desde', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!terminou) return
    await registrar(trx, {
      agora,
      acao: 'whatsapp.ouvir_status',
      descricao: 'A Meta voltou a avisar o que acontece com as mensagens.',
    })
    await notificarTodos(trx, 'badges')
  })
