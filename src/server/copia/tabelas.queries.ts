import pg from 'pg'
import type { Conferencia, Manifesto } from './arquivo.ts'

type Tabela = Manifesto['tabelas'][number]
type Sequencia = Conferencia['sequencias'][number]

const nomear = pg.escapeIdentifier

/** The columns that COPY carries: those that PostgreSQL computes are computed again. */
const colunasDe = ({ colunas }: Tabela) => colunas.map(nomear).join(', ')
export const copiaDe = (tabela: Tabela) => `copy (select ${colunasDe(tabela)} from ${nomear(tabela.nome)}) to stdout`
export const copiaPara = (tabela: Tabela) => `copy ${nomear(tabela.nome)} (${colunasDe(tabela)}) from stdin`

/**
 * The tables of the schema that hold the company's data, with their columns. Not what imports stage (unlogged: PostgreSQL itself
 * may lose it), nor `migracao`, which whoever makes the schema again writes.
 */
export async function lerTabelas(cliente: pg.Client): Promise<Tabela[]> {
  const { rows } = await cliente.query<Tabela>(`
    select c.relname as nome, array_agg(a.attname::text order by a.attnum) as colunas
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and c.relname <> 'migracao'
    group by c.relname order by c.relname`)
  return rows
}

/** The position of every sequence, read after the rows, so that no number is assigned twice. */
export async function lerSequencias(cliente: pg.Client): Promise<Sequencia[]> {
  const { rows } = await cliente.query<{ nome: string; valor: string | null; inicio: string }>(`
    select sequencename as nome, last_value::text as valor, start_value::text as inicio
    from pg_sequences where schemaname = current_schema() order by 1`)
  return rows.map(({ nome, valor, inicio }) => ({ nome, valor: valor ?? inicio, usada: valor !== null }))
}

export async function porSequencias(cliente: pg.Client, sequencias: readonly Sequencia[]): Promise<void> {
  for (const { nome, valor, usada } of sequencias)
    await cliente.query('select setval(quote_ident($1)::regclass, $2::bigint, $3)', [nome, valor, usada])
}

/**
 * Statements that take away what would slow a load down or act on each row (keys to other tables, indexes, checks that earlier rows
 * need not keep, triggers), and those that put it all back: indexes and keys are then checked over all rows.
 */
export async function lerObraDoEsquema(cliente: pg.Client): Promise<{ antes: string[]; depois: string[] }> {
  const { rows } = await cliente.query<{ antes: string; depois: string }>(`
    with tabela as (
      select oid, oid::regclass::text as nome from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'migracao')
    select * from (
      select 1 as vez, format('alter table %s drop constraint %I', t.nome, k.conname) as antes,
        format('alter table %s add constraint %I %s', t.nome, k.conname, pg_get_constraintdef(k.oid)) as depois
      from pg_constraint k join tabela t on t.oid = k.conrelid
      where (k.contype = 'f' or k.contype = 'c' and not k.convalidated) and k.conparentid = 0
      union all
      select 2, format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
      from pg_index i join tabela t on t.oid = i.indrelid
      where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      union all
      select 3, format('alter table %s disable trigger user', t.nome), format('alter table %s enable trigger user', t.nome)
      from tabela t where exists (select from pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal)) obra
    order by vez`)
  // Put back in the other order: keys look for the indexes of those they lead to.
  return { antes: rows.map(({ antes }) => antes), depois: rows.map(({ depois }) => depois).reverse() }
}

/** What a start of this program applied, in order; empty where it never began. */
export async function lerMigracoes(cliente: pg.Client): Promise<Manifesto['migracoes']> {
  const { rows } = await cliente.query<Manifesto['migracoes'][number]>(
    'select numero::int as numero, nome, impressao from migracao order by numero',
  )
  return rows
}
