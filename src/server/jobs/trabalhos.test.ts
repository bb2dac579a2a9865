import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '#test/world.ts'
import { comTravaGlobal } from './trabalhos.ts'

test('who held a global lock hears that its connection was lost, and another may hold it', async ({ world }) => {
  const { db } = world
  const turno = comTravaGlobal(db, 'um', async (conferirTrava) => {
    await conferirTrava()
    expect(await comTravaGlobal(db, 'um', async () => 'dois ao mesmo tempo')).toBeUndefined()
    await sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and pid <> pg_backend_pid()`.execute(db)
    expect(await comTravaGlobal(db, 'um', async () => 'outro')).toBe('outro')
    await conferirTrava()
    return 'seguiu sem a trava'
  })
  await expect(turno).rejects.toThrow()
  expect(await comTravaGlobal(db, 'um', async () => 'livre')).toBe('livre')
})
