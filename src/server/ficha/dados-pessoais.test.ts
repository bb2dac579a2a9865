import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '#test/world.ts'
import { DADOS_PESSOAIS } from './dados-pessoais.ts'

test('every column that may hold a person’s data has a decision', async ({ world }) => {
  const { rows } = await sql<{ tabela: string; coluna: string }>`
    select c.relname as tabela, a.attname as coluna
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.atttypid::regtype::text in ('text', 'character varying', 'character', 'citext', 'json', 'jsonb', 'bytea', 'text[]', 'inet', 'xml')
    order by 1, 2`.execute(world.db)
  const doBanco = rows.map(({ tabela, coluna }) => `${tabela}.${coluna}`)
  const decididas = Object.entries(DADOS_PESSOAIS).flatMap(([tabela, { colunas }]) =>
    Object.keys(colunas).map((coluna) => `${tabela}.${coluna}`),
  )
  const faltam = doBanco.filter((um) => !decididas.includes(um))
  expect(faltam, 'Diga em ficha/dados-pessoais.ts o que é feito de cada uma quando um cliente é anonimizado').toEqual(
    [],
  )
  expect(decididas.sort()).toEqual(doBanco.sort())
})
