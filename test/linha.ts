import { sql } from 'kysely'
import type { Database, Linha } from '#server/db/schema.ts'
import type { World } from './world.ts'

/** A row as it is stored now. */
export async function linha<T extends keyof Database & string>({ db }: World, tabela: T, id: number | null) {
  const { rows } = await sql<Linha<T>>`select * from ${sql.table(tabela)} where id = ${id}`.execute(db)
  if (!rows[0]) throw new Error(`${tabela} has no row ${id}`)
  return rows[0]
}
