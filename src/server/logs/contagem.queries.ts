import { type RawBuilder, sql } from 'kysely'
import { type Dia, FUSO } from '#domain/data.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'

/** The company's day of an entry. */
const DIA = sql<Dia>`(created_at at time zone ${sql.lit(FUSO)})::date`

/**
 * How many entries each day has, the latest first: kept counts, plus the entries since. `especie` may use only columns
 * of both tables: `nivel`, `acao`, `usuario_id`, `entidade`; null: all entries, which have counts of their own. `dias`
 * is a condition on `dia`.
 */
export async function contarPorDia(
  db: Db,
  especie: RawBuilder<boolean> | null,
  dias: RawBuilder<boolean>,
): Promise<{ dia: Dia; linhas: number }[]> {
  const contadas = especie
    ? sql`select dia, linhas from contagem_log where ${especie}`
    : sql`select dia, linhas from contagem_log_dia`
  // By id, so that only new entries are read: a plan that does not know `contado` assumes a third of the log.
  const novas = sql`contagem_log_ate a, lateral (
    select ${DIA} as dia from log where id > a.contado and ${especie ?? sql`true`} order by id) as nova`
  const consulta = sql<{ dia: Dia; linhas: number }>`
    select dia, sum(linhas)::bigint as linhas from (${contadas} union all select nova.dia, 1 from ${novas}) as de_cada_dia
    where ${dias} group by dia order by dia desc`.compile(db)
  return (especie ? await db.executeQuery(consulta) : await preparada(db, consulta)).rows
}

const LOTE = 500_000
const MARGEM = sql.lit('5 minutes')

/**
 * Counts new log lines, a batch at a time; true when there are more. Ids are assigned before they are committed, so it counts up
 * to the last id that existed some minutes ago, longer than any transaction lasts.
 */
export const contarLogs = (db: Db): Promise<boolean> =>
  emTransacao(db, async (trx) => {
    const { rows } = await sql<{ contado: number; visto: number; assentou: boolean; adiante: boolean }>`
      select contado, visto, visto_em < clock_timestamp() - interval ${MARGEM} as assentou, visto_em > clock_timestamp() as adiante
      from contagem_log_ate for update`.execute(trx)
    const { contado, visto, assentou, adiante } = rows[0]!
    // Seen by a clock that has been set back since: nobody knows how long ago.
    if (adiante) await marcar(trx)
    if (!assentou) return false
    const ate = Math.min(visto, contado + LOTE)
    await sql`
      insert into contagem_log as c (dia, nivel, acao, usuario_id, entidade, linhas)
      select ${DIA}, nivel, acao, usuario_id, entidade, count(*) from log where id > ${contado} and id <= ${ate} group by 1, 2, 3, 4, 5
      on conflict (dia, nivel, acao, usuario_id, entidade) do update set linhas = c.linhas + excluded.linhas`.execute(
      trx,
    )
    await sql`update contagem_log_ate set contado = ${ate}`.execute(trx)
    if (ate < visto) return true
    await marcar(trx)
    return false
  })

/** The last id there is, and when it was. */
const marcar = (trx: Trx) =>
  sql`update contagem_log_ate set visto = (select coalesce(max(id), 0) from log), visto_em = clock_timestamp()`.execute(
    trx,
  )
