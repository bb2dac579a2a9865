import { sql } from 'kysely'
import { expect } from 'vitest'
import { inicioDoDia } from '#server/db/instante.ts'
import { test } from '#test/world.ts'
import { esquecerEventos } from './entrada.actions.ts'

test('what was processed a month ago is forgotten; what was not, or was set aside, stays', async ({ world }) => {
  const velho = '2026-10-01T00:00:00.000Z'
  const evento = { tipo: 'status', payload: '{}', recebido_em: velho }
  await world.db
    .insertInto('evento_recebido')
    .values([
      { ...evento, chave: 'processado', processado_em: velho },
      { ...evento, chave: 'de lado', posto_de_lado_em: velho },
      { ...evento, chave: 'de ontem', processado_em: '2026-11-23T00:00:00.000Z' },
    ])
    .execute()
  expect(await esquecerEventos(world.db, inicioDoDia('2026-10-25'))).toBe(1)
  const guardados = await world.db.selectFrom('evento_recebido').select('chave').orderBy('id').execute()
  expect(guardados.map(({ chave }) => chave)).toEqual(['de lado', 'de ontem'])
})

test('what was set aside, however much, hides nothing behind it from being forgotten', async ({ world }) => {
  await sql`
    insert into evento_recebido (chave, tipo, payload, recebido_em, processado_em, posto_de_lado_em)
    select 'e' || n, 'status', '{}', '2026-10-01', case when n > 10000 then '2026-10-01'::timestamptz end,
      case when n <= 10000 then '2026-10-01'::timestamptz end
    from generate_series(1, 10003) as n`.execute(world.db)
  expect(await esquecerEventos(world.db, inicioDoDia('2026-10-25'))).toBe(3)
})
