import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { portaLivre } from '#server/db/porta.ts'
import { esperarAte } from './espera.ts'

const PROGRAMA = join(import.meta.dirname, '../src/server/main.ts')
const pasta = mkdtempSync(join(tmpdir(), 'cobranca-inicio-'))
const programas: ChildProcess[] = []

afterEach(() => {
  for (const programa of programas.splice(0)) programa.kill('SIGKILL')
  rmSync(pasta, { recursive: true, force: true })
})

/** The program itself, started and let be; what it says is gathered. */
function iniciar(ambiente: Record<string, string>) {
  const processo = spawn(process.execPath, [PROGRAMA], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: join(pasta, 'data'), ...ambiente },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  programas.push(processo)
  let disse = ''
  for (const canal of [processo.stdout, processo.stderr]) {
    canal.on('data', (pedaco) => {
      disse += pedaco
    })
  }
  return { processo, disse: () => disse }
}

test('a start that waits for its PostgreSQL says so, and ends at once when told to', async () => {
  const { processo, disse } = iniciar({
    DATABASE_URL: `postgres://ana:segredo@127.0.0.1:${await portaLivre()}/cobranca`,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  await esperarAte('it waits', () => disse().includes('tentando por mais'))
  expect(disse()).not.toContain('segredo')
  const saiu = once(processo, 'exit')
  processo.kill('SIGTERM')
  expect(await saiu).toEqual([0, null])
})
