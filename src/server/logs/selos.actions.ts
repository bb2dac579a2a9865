import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'

/** Sealing and erasing typed text (`apagar_do_log`) take turns by this lock. */
const TRAVA_DOS_SELOS = sql.lit(7_302_110_005)
/** The maximum of lines per seal: proving one of them requires the hashes of all. */
export const LINHAS_POR_SELO = 1_000
/** A little under the minute of the job's pace, so that of several nodes one seals each minute. */
const DE_NOVO = sql.lit('50 seconds')

/**
 * Seals the lines committed since the last seal, at most `LINHAS_POR_SELO`; true when there are more. Does nothing if
 * any node did it in the last minute, by a clock that has not been set back since. Ids are assigned before commit, so a
 * line may appear after ones with higher ids: every unsealed line is sealed, and `assentado` passes an id only once no
 * open transaction can still write one up to it (see `marcar`).
 */
export const selarLog = (db: Db, agora: Date): Promise<boolean> =>
  emTransacao(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${TRAVA_DOS_SELOS})`.execute(trx)
    const { rows } = await sql<{ assentado: number; visto: number; vez: boolean; escrevem: boolean }>`
      select assentado, visto, completa_em not between clock_timestamp() - interval ${DE_NOVO} and clock_timestamp() as vez,
        escritores && ${ESCRITORES} as escrevem
      from selagem`.execute(trx)
    const { assentado, visto, vez, escrevem } = rows[0]!
    if (!vez) return false
    // Before any line is read: lines that come in between wait for the next seal.
    const marca = await marcar(trx)
    const selado = await selar(trx, agora, assentado)
    const cheio = selado !== null && selado.linhas === LINHAS_POR_SELO
    const certo = escrevem ? assentado : Math.max(assentado, cheio ? Math.min(visto, selado.maior) : visto)
    await sql`update selagem set assentado = ${certo}`.execute(trx)
    if (!cheio) await sql`update selagem set completa_em = clock_timestamp()`.execute(trx)
    // One mark at a time: it may be passed only when the transactions that were writing then have ended.
    if (!escrevem && certo === visto)
      await sql`update selagem set visto = ${marca.visto}, escritores = ${marca.escritores}::text[]`.execute(trx)
    return cheio
  })

/** Transactions that hold this lock on `log`, from before they take an id until they end. */
const ESCRITORES = sql`array(
  select virtualtransaction from pg_locks where locktype = 'relation' and relation = 'log'::regclass and mode = 'RowExclusiveLock'
    and granted and database = (select oid from pg_database where datname = current_database()))`

/** The last id assigned, and then the transactions still writing: in this order, so that none is missed. */
async function marcar(trx: Trx): Promise<{ visto: number; escritores: string[] }> {
  const { rows: ids } = await sql<{ visto: number }>`
    select case when is_called then last_value else 0 end as visto from log_id_seq`.execute(trx)
  const { rows } = await sql<{ escritores: string[] }>`select ${ESCRITORES} as escritores`.execute(trx)
  return { visto: ids[0]!.visto, escritores: rows[0]!.escritores }
}

interface Selado {
  linhas: number
  maior: number
}

/** One seal over the next lines; null when there is none. What is hashed is described in `conferirSelos`. */
async function selar(trx: Trx, agora: Date, assentado: number): Promise<Selado | null> {
  const { rows } = await sql<{ linhas: number; menor: number; maior: number }>`
    with ultimo as (select coalesce(max(numero), 0) + 1 as numero from selo),
    novas as materialized (
      select id, gen_random_uuid() as sal from log
      where id > ${assentado} and not exists (select from selo_linha s where s.log_id = log.id and s.log_id > ${assentado})
      order by id limit ${sql.lit(LINHAS_POR_SELO)}),
    gravadas as (
      insert into selo_linha (log_id, selo, sal, impressao)
      select n.id, ultimo.numero, n.sal, impressao_do_log(l, resumo_do_digitado(n.sal, log_digitado(l, m.motivo)))
      from novas n join log l using (id) left join log_motivo m on m.log_id = n.id, ultimo
      returning log_id)
    select count(*)::int as linhas, min(log_id) as menor, max(log_id) as maior from gravadas`.execute(trx)
  const { linhas, menor, maior } = rows[0]!
  if (linhas === 0) return null
  await sql`
    insert into selo (numero, selado_em, linhas, primeira, ultima, anterior, resumo, hash)
    select numero, ${agora}, ${linhas}, ${menor}, ${maior}, anterior, resumo, ${hashDoSelo(sql`anterior`, sql`resumo`)}
    from (select u.numero + 1 as numero, u.hash as anterior,
      ${resumoDoSelo(sql`u.numero + 1`, sql`${agora}::timestamptz`, linhasDoSelo(sql`u.numero + 1`, menor, maior))} as resumo
      from (select numero, hash from selo union all select 0, ${ZEROS} order by numero desc limit 1) u) novo`.execute(
    trx,
  )
  return { linhas, maior }
}

const ZEROS = sql`decode(repeat('00', 32), 'hex')`

/** "id hash" of each line of a seal, one per line. */
const linhasDoSelo = (numero: RawBuilder<unknown>, menor: number, maior: number) => sql`(
  select string_agg(log_id || ' ' || encode(impressao, 'hex'), e'\n' order by log_id) from selo_linha
  where log_id between ${menor} and ${maior} and selo = ${numero})`

/** Its number, when it was sealed, and its lines. */
export const resumoDoSelo = (numero: RawBuilder<unknown>, em: RawBuilder<unknown>, linhas: RawBuilder<unknown>) => sql`
  sha256(convert_to('selo ' || (${numero}) || e'\n' || ${instanteDoSelo(em)} || e'\n' || ${linhas}, 'UTF8'))`

export const instanteDoSelo = (em: RawBuilder<unknown>) =>
  sql<string>`to_char(${em} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const hashDoSelo = (anterior: RawBuilder<unknown>, resumo: RawBuilder<unknown>) =>
  sql`sha256(convert_to(encode(${anterior}, 'hex') || e'\n' || encode(${resumo}, 'hex'), 'UTF8'))`
