import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/db/schema.ts'
import { conectar } from './conexao.ts'
import { lerEnderecos } from './enderecos.ts'
import { FalhaAoIniciar } from './falha-ao-iniciar.ts'

/** Two nodes that start together grant one after the other. */
const TRAVA_PAPEIS = 7_302_110_002

/** Append-only tables, and the migrations, which the program may only read. */
const SO_ACRESCENTA = ['log', 'log_motivo', 'selo', 'selo_linha']
const SO_LE = ['migracao']

/** The tables in which imports stage their rows: they are the program's own, which drops them, also while a node starts. */
export const DE_IMPORTACAO = '^importada_[0-9]+$'

/**
 * Makes the program's role (the one in `url`) use the owner's tables without owning anything: it can neither change log lines,
 * nor truncate or alter a table, nor disable a trigger. Creates it if missing, and transfers what it owned to the owner, as far
 * as the owner's rights allow. Run by the owner after every migration.
 */
export async function separarPapeis(urlDoDono: string, url: string): Promise<void> {
  const { username, password } = new URL(lerEnderecos(url).caminhos[0]!.url)
  const papel = decodeURIComponent(username)
  if (!papel)
    throw new FalhaAoIniciar(
      'Com DATABASE_OWNER_URL, diga em DATABASE_URL com que usuário o programa entra: postgres://usuario:senha@….',
    )
  const cliente = await conectar(urlDoDono)
  try {
    await cliente.query('begin')
    await cliente.query('select pg_advisory_xact_lock($1)', [TRAVA_PAPEIS])
    await exigirOutroPapel(cliente, papel)
    await criarPapel(cliente, papel, decodeURIComponent(password))
    await tomarPosse(cliente, papel)
    await conceder(cliente, papel)
    await cliente.query('commit')
  } finally {
    await cliente.end()
  }
}

/** Who owns the tables, or is a member of the owner, can empty the log: true where the two roles are one. */
export async function ehDonoDasTabelas(db: Db): Promise<boolean> {
  const { rows } = await sql<{ dono: boolean }>`
    select pg_has_role(relowner, 'member') as dono from pg_class where oid = 'log'::regclass`.execute(db)
  return rows[0]?.dono ?? true
}

async function exigirOutroPapel(cliente: pg.Client, papel: string) {
  const { rows } = await cliente.query<{ mesmo: boolean }>('select current_user = $1 as mesmo', [papel])
  if (rows[0]?.mesmo)
    throw new FalhaAoIniciar(
      'DATABASE_URL e DATABASE_OWNER_URL entram com o mesmo papel do PostgreSQL: dê ao programa um papel só dele em DATABASE_URL, ou defina só DATABASE_URL.',
    )
}

async function criarPapel(cliente: pg.Client, papel: string, senha: string) {
  const { rowCount } = await cliente.query('select from pg_roles where rolname = $1', [papel])
  if (rowCount) return
  const nome = pg.escapeIdentifier(papel)
  try {
    await cliente.query(`create role ${nome} login ${senha && `password ${pg.escapeLiteral(senha)}`}`)
  } catch (erro) {
    if ((erro as pg.DatabaseError).code !== SEM_DIREITO) throw erro
    throw new FalhaAoIniciar(
      `O papel ${papel} de DATABASE_URL não existe, e o de DATABASE_OWNER_URL não pode criá-lo. Crie-o no PostgreSQL (create role ${nome} login password '…') e inicie de novo.`,
    )
  }
}

const SEM_DIREITO = '42501'

/** A database of one role until now: each thing that the program's role owned becomes the owner's, or stays and is told at start. */
async function tomarPosse(cliente: pg.Client, papel: string) {
  await cliente.query('savepoint posse')
  try {
    const { rows } = await cliente.query<{ comando: string }>(POSSES, [papel, DE_IMPORTACAO])
    for (const { comando } of rows) await cliente.query(comando)
  } catch (erro) {
    if ((erro as pg.DatabaseError).code !== SEM_DIREITO) throw erro
    await cliente.query('rollback to savepoint posse')
  }
}

const POSSES = `
  with papel as (select oid from pg_roles where rolname = $1),
  esquema as (select oid, nspowner, nspname from pg_namespace where nspname = current_schema()),
  -- Once converted, what it makes that runs with its owner's rights stays its own: whoever had it run a statement would get the owner's.
  de_um_papel as (select from pg_class c, papel p, esquema e where c.relnamespace = e.oid and c.relname = 'log' and c.relowner = p.oid)
  select format('alter table %I.%I owner to current_user', nspname, relname) as comando
    from pg_class c, papel p, esquema e
    where c.relnamespace = e.oid and c.relowner = p.oid and c.relname !~ $2
      and (c.relkind in ('r', 'p') or c.relkind = 'v' and exists (select from de_um_papel))
  union all
  -- Earlier versions took those of imports too.
  select format('alter table %I.%I owner to %I', nspname, relname, $1)
    from pg_class c, papel p, esquema e
    where c.relnamespace = e.oid and c.relowner <> p.oid and c.relkind = 'r' and c.relname ~ $2
  union all
  select format('alter function %s owner to current_user', f.oid::regprocedure)
    from pg_proc f, papel p, esquema e where f.pronamespace = e.oid and f.proowner = p.oid
      and exists (select from de_um_papel) and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')
  union all
  select format('alter schema %I owner to current_user', nspname) from esquema e, papel p where e.nspowner = p.oid
  union all
  select format('alter database %I owner to current_user', datname) from pg_database d, papel p
    where d.datname = current_database() and d.datdba = p.oid`

const semTabelas = (papel: string) =>
  `As tabelas são do papel ${papel} de DATABASE_URL, e o de DATABASE_OWNER_URL não pode tomá-las. Dê-as a ele como superusuário do PostgreSQL (reassign owned by …) e inicie de novo.`

async function conceder(cliente: pg.Client, papel: string) {
  const { rows } = await cliente.query<{
    esquema: string
    banco: string
    funcoes: string[]
    tabelas: string[]
    doDono: string[]
  }>(
    `select quote_ident(current_schema()) as esquema, quote_ident(current_database()) as banco,
      array(select oid::regprocedure::text from pg_proc
        where pronamespace = current_schema()::regnamespace and prosecdef) as funcoes,
      array(select relname::text from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any($1)) as tabelas,
      array(select oid::regclass::text from pg_class where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p', 'v') and relowner <> (select oid from pg_roles where rolname = $2)) as "doDono"`,
    [[...SO_ACRESCENTA, ...SO_LE], papel],
  )
  const { esquema, banco, funcoes, tabelas, doDono } = rows[0]!
  const para = pg.escapeIdentifier(papel)
  if (doDono.length === 0) throw new FalhaAoIniciar(semTabelas(papel))
  const daqui = (nomes: string[]) => nomes.filter((nome) => tabelas.includes(nome)).map((nome) => `${esquema}.${nome}`)
  const comandos = [
    `grant temporary on database ${banco} to ${para}`,
    // Imports stage their rows in tables of their own, which several sessions read.
    `grant usage, create on schema ${esquema} to ${para}`,
    `grant select, insert, update, delete on ${doDono} to ${para}`,
    `revoke truncate, references, trigger on ${doDono} from ${para}`,
    `grant usage, select on all sequences in schema ${esquema} to ${para}`,
    // After a database went backwards its event ids jump ahead (outra-historia.ts).
    `grant update on sequence ${esquema}.evento_de_integracao_id_seq to ${para}`,
    ...daqui(SO_ACRESCENTA).map((tabela) => `revoke update, delete on ${tabela} from ${para}`),
    ...daqui(SO_LE).map((tabela) => `revoke insert, update, delete on ${tabela} from ${para}`),
    // Tables of a later migration, for the nodes still running, before this function runs again.
    `alter default privileges in schema ${esquema} grant select, insert, update, delete on tables to ${para}`,
    `alter default privileges in schema ${esquema} grant usage, select on sequences to ${para}`,
    ...funcoes.flatMap((uma) => [
      `revoke execute on function ${uma} from public`,
      `grant execute on function ${uma} to ${para}`,
    ]),
  ]
  for (const comando of comandos) await cliente.query(comando)
}
