import { sql } from 'kysely'
import { STATUS_CLIENTE, type StatusCliente } from '#domain/cliente.ts'
import type { Dia } from '#domain/data.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'

/** Whose customers: of these operators (null: nobody's), or of everyone. */
export type Donos = readonly (number | null)[] | 'todos'

export interface Contagem {
  total: number
  /** With so many attempts unanswered that a person should look. */
  falhas: number
  abertoCentavos: number
}

/** The kept counts of whole statuses and owners: reads no customers. */
export async function contar(db: Db | Trx, donos: Donos, status: readonly StatusCliente[]): Promise<Contagem> {
  const { rows } = await preparada(db, contagemGuardada(donos, status).compile(db))
  return rows[0] ?? { total: 0, falhas: 0, abertoCentavos: 0 }
}

/** The same as a statement of one row. */
export const contagemGuardada = (donos: Donos, status: readonly StatusCliente[]) =>
  sql<Contagem>`
    select coalesce(sum(clientes), 0)::bigint as total, coalesce(sum(falhas), 0)::bigint as falhas,
      coalesce(sum(aberto_centavos), 0)::bigint as "abertoCentavos"
    from contagem_cliente where ${deDonos('operador_id', donos)} and status = any(${status}::text[])`

/** How many customers there are in each status. */
export async function contarPorStatus(db: Db): Promise<Record<StatusCliente, number>> {
  const { rows } = await sql<{ status: StatusCliente; total: number }>`
    select status, sum(clientes)::bigint as total from contagem_cliente group by status`.execute(db)
  const contados = new Map(rows.map((linha) => [linha.status, linha.total]))
  return Object.fromEntries(STATUS_CLIENTE.map((status) => [status, contados.get(status) ?? 0])) as Record<
    StatusCliente,
    number
  >
}

/** Whose an operator sees: their own customers and nobody's; everyone's when undefined. */
export const donosDe = (operadorId: number | undefined): Donos =>
  operadorId === undefined ? 'todos' : [operadorId, null]

export function deDonos(coluna: string, donos: Donos) {
  if (donos === 'todos') return sql<boolean>`true`
  const formas = donos.map((dono) =>
    dono === null ? sql<boolean>`${sql.ref(coluna)} is null` : sql<boolean>`${sql.ref(coluna)} = ${dono}`,
  )
  return sql<boolean>`(${sql.join(formas, sql` or `)})`
}

/** How many customers of some statuses have this oldest due day (null: they owe nothing). */
export interface Atraso {
  dia: Dia | null
  linhas: number
}

/** Everybody's oldest due days in order, who owes nothing last: never counts customers. */
export async function contarPorAtraso(db: Db | Trx, status: readonly StatusCliente[]): Promise<Atraso[]> {
  const consulta = sql<Atraso>`
    select vencimento_mais_antigo as dia, sum(clientes)::bigint as linhas from contagem_atraso
    where status = any(${status}::text[]) group by 1 having sum(clientes) <> 0 order by 1`
  return (await preparada(db, consulta.compile(db))).rows
}

/**
 * Folds what writers added into one row of each owner and status. Readers see the same sums before and after; writers
 * go on adding meanwhile.
 */
export async function compactarContagem(db: Db): Promise<void> {
  await emTransacao(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('contagem_cliente'))`.execute(trx)
    await sql`
      with velhas as (delete from contagem_cliente returning *)
      insert into contagem_cliente (operador_id, status, clientes, falhas, aberto_centavos)
      select operador_id, status, sum(clientes), sum(falhas), sum(aberto_centavos) from velhas group by 1, 2
      having sum(clientes) <> 0 or sum(falhas) <> 0 or sum(aberto_centavos) <> 0`.execute(trx)
    await sql`
      with soltas as (delete from contagem_atraso where id in (
        select id from (select id, count(*) over (partition by status, vencimento_mais_antigo) as linhas
          from contagem_atraso) grupo where linhas > 1) returning *)
      insert into contagem_atraso (status, vencimento_mais_antigo, clientes)
      select status, vencimento_mais_antigo, sum(clientes) from soltas group by 1, 2 having sum(clientes) <> 0`.execute(
      trx,
    )
  })
}
