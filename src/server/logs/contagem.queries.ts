import { type RawBuilder, sql } from 'kysely'
import { type Dia, FUSO } from '#domain/data.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'

/** The company's day of an entry. */
const DIA = sql<Dia>`(created_at at time zone ${sql.lit(FUSO)})::date`

/**
 * How many entries there are of each day, the latest first: what the clock has counted, and what came since. `especie`
 * names only what both tables have: `nivel`, `acao`, `usuario_id`, `entidade`; null: all of them, which are counted apart.
 * `dias` is about `dia`.
 */
export async function contarPorDia(
  db: Db,
  especie: RawBuilder<boolean> | null,
  dias: RawBuilder<boolean>,
): Promise<{ dia: Dia; linhas: number }[]> {
  const { contado, contadas } = await lerContadas(db, especie, dias)
  // By the value itself: a plan that does not know it would take a third of the log for new.
  const { rows } = await sql<{ dia: Dia; linhas: number }>`
    select dia, count(*)::bigint as linhas from (
      select ${DIA} as dia from log where id > ${contado} and ${especie ?? sql`true`}
    ) as novas where ${dias} group by 1`.execute(db)
  const somadas = new Map(contadas.map(({ dia, linhas }) => [dia, linhas]))
  for (const { dia, linhas } of rows) somadas.set(dia, (somadas.get(dia) ?? 0) + linhas)
  return [...somadas].map(([dia, linhas]) => ({ dia, linhas })).sort((a, b) => (a.dia < b.dia ? 1 : -1))
}

/** What the clock has counted, and up to which entry: of one moment. */
async function lerContadas(db: Db, especie: RawBuilder<boolean> | null, dias: RawBuilder<boolean>) {
  const deCadaDia = especie
    ? sql`select dia, sum(linhas)::bigint as linhas from contagem_log where ${especie} and ${dias} group by 1`
    : sql`select dia, linhas from contagem_log_dia where ${dias}`
  const consulta = sql<{ contado: number; dia: Dia | null; linhas: number | null }>`
    select a.contado, d.dia, d.linhas from contagem_log_ate a left join (${deCadaDia}) as d on true`.compile(db)
  const { rows } = especie ? await db.executeQuery(consulta) : await preparada(db, consulta)
  return {
    contado: rows[0]!.contado,
    contadas: rows.flatMap(({ dia, linhas }) => (dia === null ? [] : [{ dia, linhas: linhas! }])),
  }
}

const LOTE = 500_000
const MARGEM = sql.lit('5 minutes')

/**
 * Counts what has come since the last time, some at a time; true when there is more. Ids are taken before they are
 * committed, so it counts up to the last id that was there some minutes ago, longer than any transaction lasts.
 */
export const contarLogs = (db: Db): Promise<boolean> =>
  emTransacao(db, async (trx) => {
    const { rows } = await sql<{ contado: number; visto: number; assentou: boolean }>`
      select contado, visto, visto_em < clock_timestamp() - interval ${MARGEM} as assentou from contagem_log_ate for update`.execute(
      trx,
    )
    const { contado, visto, assentou } = rows[0]!
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
    await sql`update contagem_log_ate set visto = (select coalesce(max(id), 0) from log), visto_em = clock_timestamp()`.execute(
      trx,
    )
    return false
  })
