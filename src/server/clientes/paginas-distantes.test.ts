import { sql } from 'kysely'
import { expect } from 'vitest'
import { clientesAdmin } from '#contract/clientes-admin.ts'
import { test } from '#test/world.ts'
import { idsDeTodos, listarTodos } from './clientes.queries.ts'

const CLIENTES = 1_500

test.for([['-atraso'], ['atraso'], ['-atraso', 'ativo'], ['atraso', 'concluido']] as const)(
  'pages ordered by %s hold the whole list once and in its order, near and far',
  async ([ordenar, status], { world }) => {
    // Nine in ten owe, some hundred for each day; the others stand apart, at one end.
    await sql`insert into cliente (nome, documento, status, contas_abertas, aberto_centavos, vencimento_mais_antigo, created_at, updated_at)
      select 'Cliente ' || i, lpad(i::text, 11, '0'), case when i % 10 = 0 then 'concluido' when i % 7 = 0 then 'negociado' else 'ativo' end,
        (i % 10 <> 0)::int, (i % 10 <> 0)::int, case when i % 10 <> 0 then date '2026-10-01' + i * 31 % 13 end, now(), now()
      from generate_series(1, ${CLIENTES}::int) i`.execute(world.db)
    const contexto = { db: world.db, agora: world.relogio.agora() }
    const filtro = { ordenar, ...(status && { status }) }
    const todos = await idsDeTodos(contexto, filtro)
    const paginas = Array.from({ length: Math.ceil(todos.length / 100) + 1 }, (_, i) =>
      clientesAdmin.schema.querystring.parse({ ...filtro, page: i + 1, per_page: 100 }),
    )
    const lidas = await Promise.all(paginas.map((pagina) => listarTodos(contexto, pagina)))
    expect(lidas.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(todos)
    expect(lidas.at(-1)).toMatchObject({ data: [], total: todos.length })
  },
)
