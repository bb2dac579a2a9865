import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/*
 * A week of a company with many customers (test/semana.ts), with the invariants checked every hour.
 *   node bench/semana.ts [customers, 10000]
 */
const raiz = join(import.meta.dirname, '..')
const vitest = join(raiz, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/semana.test.ts'], {
  cwd: raiz,
  stdio: 'inherit',
  env: { ...process.env, CLIENTES: process.argv[2] ?? '10000' },
})
process.exit(status ?? 1)
