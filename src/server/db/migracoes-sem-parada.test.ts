import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PASTA = join(import.meta.dirname, 'migrations')
/** From here on: what came before this rule stays as it was applied. */
const DESDE = '094'

/**
 * What makes the node of the version before fail, or everybody wait for longer than a second at a million customers. The table's rows are
 * read or written under a lock that lets nobody write, or something goes that the older program still names.
 */
const PROIBIDOS: [RegExp, string][] = [
  [/\balter\s+(table|column)\b[^;]*\b(alter|set)\b[^;]*\btype\b/i, 'a column of another type rewrites the table'],
  [/\bdrop\s+(table|column)\b/i, 'the version before still names what is dropped'],
  [/\balter\s+(?!index)\w+[^;]*\brename\b/i, 'the version before still uses the old name'],
  [/\bset\s+not\s+null\b/i, 'every row is read under a lock that lets nobody write'],
  [/\badd\s+column\b[^,;]*\bgenerated\b[^,;]*\bstored\b/i, 'a stored column rewrites the table'],
  [
    /\badd\s+column\b[^,;]*\bdefault\s+\(?(clock_timestamp|gen_random_uuid|random|nextval)\b/i,
    'a default that differs by row rewrites the table',
  ],
  [/\badd\s+column\b(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i, 'the version before does not write this column'],
  [/\b(cluster|vacuum|truncate|lock\s+table)\b/i, 'nobody reads or writes meanwhile'],
]

/** Grow with the company: what reads all their rows takes long. */
const GRANDES = [
  'cliente',
  'conta',
  'contato',
  'log',
  'mensagem',
  'pagamento',
  'pagamento_alocacao',
  'cobranca_passo',
  'execucao_item',
  'evento_recebido',
]
const DE_GRANDE = new RegExp(
  `\\b(create\\s+(unique\\s+)?index\\s+\\S+\\s+on\\s+(${GRANDES.join('|')})\\b|alter\\s+table\\s+(${GRANDES.join('|')})\\s+add\\s+(constraint\\s+\\S+\\s+)?(check|foreign|unique|primary)\\b(?![^;]*not\\s+valid))`,
  'i',
)

/**
 * Locking two of them in one transaction deadlocks with code that uses both all the time, as the engine: one migration
 * was retried 34 times.
 */
const DE_UMA_DESDE = '106'
const TRAVADA = new RegExp(
  `\\b(?:alter\\s+table|trigger\\b[^;]*?\\bon)\\s+(?:if\\s+exists\\s+)?(${GRANDES.join('|')})\\b`,
  'gi',
)
const travadas = (sql: string) =>
  new Set([...semTexto(sql).matchAll(TRAVADA)].map(([, tabela]) => tabela!.toLowerCase()))

const semTexto = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")

/** What would hold somebody up, statement by statement. */
function problemasDe(sql: string): string[] {
  return semTexto(sql)
    .split(';')
    .flatMap((comando) => {
      const achados = PROIBIDOS.filter(([forma]) => forma.test(comando)).map(([, porque]) => porque)
      return DE_GRANDE.test(comando)
        ? [...achados, 'every row of a large table is read while nobody may write']
        : achados
    })
}

test('a new migration lets the node of the version before go on', () => {
  const novas = readdirSync(PASTA).filter((nome) => nome >= DESDE && nome.endsWith('.sql'))
  const achados = novas.flatMap((nome) =>
    problemasDe(readFileSync(join(PASTA, nome), 'utf8')).map((um) => `${nome}: ${um}`),
  )
  const aoLado = novas.filter((nome) => /\bconcurrently\b/i.test(semTexto(readFileSync(join(PASTA, nome), 'utf8'))))
  expect(aoLado.length).toBeGreaterThan(0)
  for (const nome of aoLado) expect(readFileSync(join(PASTA, nome), 'utf8')).toMatch(/^-- sem transação\n/)
  expect(achados).toEqual([])
})

test('a new migration holds one large table alone', () => {
  const novas = readdirSync(PASTA).filter((nome) => nome >= DE_UMA_DESDE && nome.endsWith('.sql'))
  const inteiras = novas
    .map((nome) => ({ nome, sql: readFileSync(join(PASTA, nome), 'utf8') }))
    .filter(({ sql }) => !sql.startsWith('-- sem transação'))
  expect(inteiras.filter(({ sql }) => travadas(sql).size > 1).map(({ nome }) => nome)).toEqual([])
  const duas =
    'alter table conta add column a int; create trigger t after update of b on cliente for each row execute function f()'
  expect(travadas(duas)).toEqual(new Set(['conta', 'cliente']))
  expect(
    travadas('alter table conta add column a int; alter table conta add column b int; alter table novo add c int'),
  ).toEqual(new Set(['conta']))
})

test.each([
  ['alter table conta alter column valor type numeric', 1],
  ['alter table conta drop column valor', 1],
  ['alter table conta rename column a to b', 1],
  ['alter index a rename to b', 0],
  ['alter table conta alter column a set not null', 1],
  ['alter table conta add column a text not null', 1],
  ['alter table conta add column a uuid default gen_random_uuid()', 1],
  ['alter table conta add column a int generated always as (1) stored', 1],
  ['create index a on mensagem (b)', 1],
  ['create index concurrently a on mensagem (b)', 0],
  ['alter table conta add constraint c check (a > 0)', 1],
  ['alter table conta add constraint c check (a > 0) not valid', 0],
  ['alter table conta add column a text; alter table conta add column b boolean not null default false', 0],
  ["create table nova (a int not null, b text default ''); create index nova_a on nova (a)", 0],
  ['create function f() returns void language sql as $$ truncate conta; drop table conta $$', 0],
  ['-- drop table conta', 0],
])('%s', (sql, quantos) => expect(problemasDe(sql)).toHaveLength(quantos))
