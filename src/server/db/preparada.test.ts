import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { test, type World } from '#test/world.ts'
import { abrirBanco } from './conexao.ts'
import { preparada } from './preparada.ts'

/** What only the owner may do to a table. */
async function alterar({ urlDoDono }: World, comando: string) {
  const dono = new pg.Client({ connectionString: urlDoDono })
  await dono.connect()
  await dono.query(comando)
  await dono.end()
}

test('a connection plans a named statement once, and outlives a table that gains or changes a column', async ({
  world,
}) => {
  const { db, fechar } = abrirBanco(world.url, { conexoes: 1 })
  const ler = async (dia: string) =>
    (await preparada(db, sql<{ nome: string }>`select nome from feriado where dia = ${dia}`.compile(db))).rows
  const planejadas = async () => {
    const { rows } = await sql<{ vezes: number }>`select generic_plans + custom_plans as vezes
      from pg_prepared_statements where statement = 'select nome from feriado where dia = $1'`.execute(db)
    return rows
  }
  try {
    await db.insertInto('feriado').values({ dia: '2026-12-24', nome: 'Véspera' }).execute()
    expect([await ler('2026-12-24'), await ler('2026-12-23')]).toEqual([[{ nome: 'Véspera' }], []])
    expect(await planejadas()).toEqual([{ vezes: 2 }])
    await alterar(world, 'alter table feriado add column outro text')
    expect(await ler('2026-12-24')).toHaveLength(1)
    // After a column's type changes, prepared statements fail: the connection is dropped, the next one plans anew.
    await alterar(world, 'alter table feriado alter column nome type varchar(200)')
    await expect(ler('2026-12-24')).rejects.toThrow('cached plan must not change result type')
    expect(await ler('2026-12-24')).toEqual([{ nome: 'Véspera' }])
  } finally {
    await fechar()
  }
})
