import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { esperarAte, esperarNaTrava } from '#test/espera.ts'
import { abrirBanco, type Banco } from './conexao.ts'
import { migrar } from './migrar.ts'

let url: string
let pasta: string
let banco: Banco

beforeEach(async () => {
  const nome = `m_${randomUUID().replaceAll('-', '')}`
  const cliente = new pg.Client({ connectionString: `${inject('postgres')}/postgres` })
  await cliente.connect()
  await cliente.query(`create database ${nome}`)
  await cliente.end()
  url = `${inject('postgres')}/${nome}`
  pasta = mkdtempSync(join(tmpdir(), 'cobranca-migracoes-'))
  banco = abrirBanco(url)
  escrever('001-nota.sql', 'create table nota (n int)')
})

afterEach(async () => {
  await banco.fechar()
  rmSync(pasta, { recursive: true, force: true })
})

const escrever = (nome: string, sql: string) => writeFileSync(join(pasta, nome), sql)
const aplicadas = async () => (await banco.pool.query('select nome from migracao order by 1')).rows.map((r) => r.nome)

test('applies what is missing, in order, and once', async () => {
  expect(await migrar(url, { pasta })).toEqual(['001-nota.sql'])
  escrever('002-mais.sql', 'alter table nota add column texto text')
  expect(await migrar(url, { pasta })).toEqual(['002-mais.sql'])
  expect(await migrar(url, { pasta })).toEqual([])
  expect(await aplicadas()).toEqual(['001-nota.sql', '002-mais.sql'])
})

test('lets five nodes start at once and migrates for one', async () => {
  const feitas = await Promise.all([1, 2, 3, 4, 5].map(() => migrar(url, { pasta })))
  expect(feitas.flat()).toEqual(['001-nota.sql'])
})

test('waits for whoever holds a table a moment at a time, aloud, and lets others pass meanwhile', async () => {
  await migrar(url, { pasta })
  escrever('002-mais.sql', 'alter table nota add column texto text')
  const leitor = await banco.pool.connect()
  await leitor.query('begin; select from nota')
  const ditas: string[] = []
  const feita = migrar(url, { pasta, travaMs: 100, pausaMs: 10, avisar: (frase) => ditas.push(frase) })
  await esperarNaTrava(banco.db)
  await banco.pool.query("set statement_timeout = '10s'; select from nota") // behind the migration, which gives way
  await esperarAte('it was tried again', () => ditas.length > 1)
  await leitor.query('commit')
  leitor.release()
  expect(await feita).toEqual(['002-mais.sql'])
  expect(ditas[0]).toBe(
    'A atualização 002-mais.sql do banco de dados espera por quem usa as mesmas tabelas. Tentando de novo.',
  )
})

test('waits for two tables one after another, and nobody queued behind it waits a second', async () => {
  escrever(
    '002-espera.sql',
    "create table espera as select extract(epoch from current_setting('lock_timeout')::interval) as s",
  )
  await migrar(url, { pasta })
  const { rows } = await banco.pool.query<{ s: string }>('select s from espera')
  expect(Number(rows[0]!.s)).toBeGreaterThan(0)
  expect(2 * Number(rows[0]!.s)).toBeLessThan(1)
})

test('waits for another node that migrates, aloud', async () => {
  const outro = await banco.pool.connect()
  await outro.query('select pg_advisory_lock(7302110001)')
  const ditas: string[] = []
  const feita = migrar(url, { pasta, pausaMs: 10, avisar: (frase) => ditas.push(frase) })
  await esperarAte('it was said', () => ditas.length > 1)
  outro.release(true)
  expect(await feita).toEqual(['001-nota.sql'])
  expect(ditas[0]).toBe('Outro processo está atualizando o banco de dados. Tentando de novo.')
})

test('leaves nothing of a migration that fails', async () => {
  escrever('002-ruim.sql', 'create table resto (n int); select de_ninguem()')
  await expect(migrar(url, { pasta })).rejects.toThrow(/^A migração 002-ruim.sql falhou e foi desfeita: /)
  expect(await aplicadas()).toEqual(['001-nota.sql'])
  expect((await banco.pool.query("select to_regclass('resto') as resto")).rows).toEqual([{ resto: null }])
})

const INDICE = `-- sem transação
drop index concurrently if exists nota_n;
create unique index concurrently nota_n on nota (n);
`

test('makes an index while others write, and waits for whoever began before it', async () => {
  await migrar(url, { pasta })
  escrever('002-indice.sql', INDICE)
  const antes = await banco.pool.connect()
  await antes.query('begin; insert into nota values (1)')
  const feita = migrar(url, { pasta, travaMs: 100 })
  await esperarNaTrava(banco.db)
  await banco.pool.query('insert into nota values (2)') // behind nobody
  await antes.query('commit')
  antes.release()
  expect(await feita).toEqual(['002-indice.sql'])
  expect(
    (await banco.pool.query("select indisvalid from pg_index where indexrelid = 'nota_n'::regclass")).rows,
  ).toEqual([{ indisvalid: true }])
})

test('begins an index again that was cut off', async () => {
  await migrar(url, { pasta })
  escrever('002-indice.sql', INDICE)
  await banco.pool.query('insert into nota values (1), (1)')
  await expect(migrar(url, { pasta })).rejects.toThrow(/^A migração 002-indice.sql falhou e será refeita do começo: /)
  expect(await aplicadas()).toEqual(['001-nota.sql'])
  await banco.pool.query('truncate nota')
  expect(await migrar(url, { pasta })).toEqual(['002-indice.sql'])
  expect(
    (await banco.pool.query("select indisvalid from pg_index where indexrelid = 'nota_n'::regclass")).rows,
  ).toEqual([{ indisvalid: true }])
})

test('refuses a database newer than the code', async () => {
  escrever('002-mais.sql', 'alter table nota add column texto text')
  await migrar(url, { pasta })
  rmSync(join(pasta, '002-mais.sql'))
  await expect(migrar(url, { pasta })).rejects.toThrow(/está em uma versão mais nova \(002-mais.sql\)/)
})

test('refuses a migration whose text changed after it was applied', async () => {
  await migrar(url, { pasta })
  escrever('001-nota.sql', 'create table nota (n bigint)')
  await expect(migrar(url, { pasta })).rejects.toThrow(/001-nota.sql foi alterada depois de aplicada/)
})

test('reads numbers, days and instants as the program speaks them', async () => {
  const { rows } = await banco.pool.query(`
    select 9007199254740991::bigint as inteiro, sum(v) as soma, array_agg(v) as lista, '2026-11-21'::date as dia,
           timestamptz '2026-11-21 11:03:05.1239-03' as instante, array[date '2026-01-31', null] as dias
    from (values (1::bigint), (2)) as t (v)`)
  expect(rows).toEqual([
    {
      inteiro: 9007199254740991,
      soma: 3,
      lista: [1, 2],
      dia: '2026-11-21',
      instante: '2026-11-21T14:03:05.123Z',
      dias: ['2026-01-31', null],
    },
  ])
  await expect(banco.pool.query('select 9007199254740993::bigint')).rejects.toThrow(/não cabe com exatidão/)
})

test('goes on after the server ended its connections', async () => {
  await banco.pool.query('select 1')
  const outra = new pg.Client({ connectionString: url })
  await outra.connect()
  await outra.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await outra.end()
  await expect.poll(() => sql`select 1`.execute(banco.db).catch(() => null)).not.toBeNull()
})
