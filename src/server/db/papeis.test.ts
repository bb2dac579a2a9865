import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { test } from '#test/world.ts'
import { abrirBanco } from './conexao.ts'
import { migrar } from './migrar.ts'
import { ehDonoDasTabelas, separarPapeis } from './papeis.ts'

async function conectar(url: string) {
  const cliente = new pg.Client({ connectionString: url })
  await cliente.connect()
  cliente.on('error', () => undefined) // the database may go before it
  onTestFinished(() => cliente.end())
  return cliente
}

test('the program works on the tables and can neither change nor switch off what keeps the log', async ({ world }) => {
  const programa = await conectar(world.url)
  await programa.query(
    `insert into log (created_at, nivel, acao, descricao) values (now(), 'info', 'modelo.testar', 'x')`,
  )
  for (const comando of [
    'truncate log',
    'truncate cliente cascade',
    `update log set descricao = 'y'`,
    'delete from log',
    'alter table log disable trigger log_imutavel',
    'drop trigger log_imutavel on log',
    'alter table cliente add column x int',
    'drop table conta',
    'create trigger t before insert on log for each row execute function log_e_para_sempre()',
    'create or replace function log_e_para_sempre() returns trigger language plpgsql as $$ begin return new; end $$',
    'delete from migracao',
    `set session_replication_role = 'replica'`,
    'set role postgres',
  ])
    await expect(programa.query(comando), comando).rejects.toThrow(/permission denied|must be owner|denied to/)
  expect(await ehDonoDasTabelas(world.db)).toBe(false)
  expect(await migrar(world.url)).toEqual([])
})

test('what runs with the owner’s rights uses no table of the program’s own making', async ({ world }) => {
  const programa = await conectar(world.url)
  const { rows } = await programa.query<{ ajustes: string[] }>(
    `select coalesce(proconfig, '{}') as ajustes from pg_proc where pronamespace = current_schema()::regnamespace and prosecdef`,
  )
  for (const { ajustes } of rows) expect(ajustes).toContainEqual(expect.stringMatching(/^search_path=.*\bpg_temp$/))
  await programa.query(`
    insert into log (created_at, nivel, acao, descricao, entidade, entidade_id) values (now(), 'info', 'modelo.testar', 'x', 'cliente', 1);
    create temp table log_motivo (log_id bigint, motivo text);
    insert into log_motivo select id, 'y' from log;
    create function pg_temp.abrir() returns trigger language plpgsql as
      $$ begin alter table selo disable trigger selo_imutavel; return new; end $$;
    create trigger abrir before update on log_motivo for each row execute function pg_temp.abrir();
    select apagar_do_log(1);`)
  const { rows: gatilhos } = await programa.query(`select tgenabled from pg_trigger where tgname = 'selo_imutavel'`)
  expect(gatilhos).toEqual([{ tgenabled: 'O' }])
})

/** A database with a single role, as earlier versions made it. */
async function bancoDeUmPapel() {
  const papel = `p_${randomUUID().replaceAll('-', '')}`
  const servidor = await conectar(`${inject('postgres')}/postgres`)
  await servidor.query(`create role ${papel} login password 'senha'`)
  await servidor.query(`create database ${papel} owner ${papel}`)
  const url = new URL(`${inject('postgres')}/${papel}`)
  const como = (quem: string) => Object.assign(new URL(url), { username: quem, password: 'senha' }).href
  await migrar(como(papel))
  return { papel, como, urlDoDono: url.href, servidor }
}

test('a database with one role is converted: its tables go to the owner, and the program continues with fewer rights', async () => {
  const { papel, como, urlDoDono } = await bancoDeUmPapel()
  const antes = abrirBanco(como(papel), { conexoes: 1 })
  onTestFinished(antes.fechar)
  expect(await ehDonoDasTabelas(antes.db)).toBe(true)
  await Promise.all([1, 2, 3].map(() => separarPapeis(urlDoDono, como(papel))))
  const depois = abrirBanco(como(papel), { conexoes: 1 })
  onTestFinished(depois.fechar)
  expect(await ehDonoDasTabelas(depois.db)).toBe(false)
  const programa = await conectar(como(papel))
  await expect(programa.query('truncate log')).rejects.toThrow(/permission denied/)
  await expect(programa.query('drop table log')).rejects.toThrow(/must be owner/)
  await programa.query(`select analisar('cadastros')`)
  expect(await migrar(como(papel))).toEqual([])
  expect(await migrar(urlDoDono)).toEqual([])
})

test('what the program makes afterwards gets none of the owner’s rights, however often a node starts', async () => {
  const { papel, como, urlDoDono } = await bancoDeUmPapel()
  await separarPapeis(urlDoDono, como(papel))
  const programa = await conectar(como(papel))
  await programa.query(`
    create function abrir() returns void language sql security definer as 'alter table log disable trigger log_imutavel';
    create view outro_log as select * from log`)
  await separarPapeis(urlDoDono, como(papel))
  for (const comando of ['select abrir()', `update outro_log set descricao = 'y'`])
    await expect(programa.query(comando), comando).rejects.toThrow(/permission denied|must be owner/)
})

test('the program’s role is made by whoever may, and named to whoever may not', async () => {
  const { papel, como, servidor } = await bancoDeUmPapel()
  const outro = `${papel}_app`
  await expect(separarPapeis(como(papel), como(outro))).rejects.toThrow(`O papel ${outro} de DATABASE_URL não existe`)
  await expect(separarPapeis(como(papel), como(papel))).rejects.toThrow(/o mesmo papel/)
  await servidor.query(`alter role ${papel} createrole`)
  await separarPapeis(como(papel), como(outro))
  const programa = await conectar(como(outro))
  await programa.query('select count(*) from cliente')
  await expect(programa.query('truncate log')).rejects.toThrow(/permission denied/)
})

test('what an import stages stays the program’s: a node starts beside it, and after a crash that left it behind', async () => {
  const { papel, como, urlDoDono, servidor } = await bancoDeUmPapel()
  await servidor.query(`alter role ${papel} createrole`)
  const outro = `${papel}_app`
  for (const dono of [como(papel), urlDoDono]) {
    await separarPapeis(dono, como(outro))
    const programa = await conectar(como(outro))
    await programa.query('create unlogged table importada_7 (linha int)')
    await separarPapeis(dono, como(outro))
    await programa.query('drop table importada_7')
    await programa.query('select count(*) from cliente')
  }
})

test('what an earlier version took of an import goes back to the program, which drops it', async () => {
  const { papel, como, urlDoDono } = await bancoDeUmPapel()
  await separarPapeis(urlDoDono, como(papel))
  const dono = await conectar(urlDoDono)
  await dono.query('create unlogged table importada_7 (linha int)')
  await separarPapeis(urlDoDono, como(papel))
  await (await conectar(como(papel))).query('drop table importada_7')
})

test('an owner that owns no table and may take none is told so', async () => {
  const { papel, como, servidor } = await bancoDeUmPapel()
  await servidor.query(`create role ${papel}_dono login password 'senha'`)
  await expect(separarPapeis(como(`${papel}_dono`), como(papel))).rejects.toThrow(/As tabelas são do papel/)
})

test('a database that waits for a migration says who may do it', async () => {
  const { papel, como } = await bancoDeUmPapel()
  await separarPapeis(`${inject('postgres')}/${papel}`, como(papel))
  const dono = await conectar(`${inject('postgres')}/${papel}`)
  await dono.query('delete from migracao where numero = (select max(numero) from migracao)')
  await expect(migrar(como(papel))).rejects.toThrow(/DATABASE_OWNER_URL/)
})
