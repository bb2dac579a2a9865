import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { portaLivre } from '#server/db/porta.ts'
// @ts-expect-error: plain JavaScript, run by any Node
import { pausaMs } from '../scripts/lancar.mjs'
import { esperarAte } from './espera.ts'
import { test, type World } from './world.ts'

const SUPERVISOR = fileURLToPath(new URL('./supervisor.mjs', import.meta.url))

/** The program under its supervisor, stopped when the test ends. */
async function iniciar(world: World, ambiente: Record<string, string> = {}) {
  const porta = await portaLivre()
  const processo = spawn(process.execPath, [SUPERVISOR], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(porta),
      DATABASE_URL: world.url,
      SECRET_KEY: world.servicos.chaveSecreta.toString('base64'),
      DATA_DIR: world.pastaDados,
      DEMO: '0',
      COLLECTION_ENGINE: 'off',
      ...ambiente,
    },
  })
  let saida = ''
  for (const canal of [processo.stdout, processo.stderr]) canal.on('data', (parte) => (saida += String(parte)))
  const terminou = once(processo, 'close') as Promise<[number | null]>
  const atende = async () => (await fetch(`http://127.0.0.1:${porta}/health/ready`).catch(() => null))?.status === 200
  return { processo, terminou, atende, saida: () => saida }
}

/** The only child of a process. */
const filhoDe = ({ pid }: ChildProcess): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

test('a server that crashes is restarted, and one that is told to stop is not', async ({ world }) => {
  const { processo, terminou, atende, saida } = await iniciar(world)
  try {
    await esperarAte('it serves', atende, 100)
    const primeiro = filhoDe(processo)
    process.kill(primeiro, 'SIGABRT') // as V8 ends a process that has no memory left
    await esperarAte('it is gone', async () => !(await atende()), 20)
    await esperarAte('it serves again', atende, 100)
    expect(filhoDe(processo)).not.toBe(primeiro)
    expect(saida()).toContain('O servidor terminou sozinho (SIGABRT); começa de novo em 1 s.')
  } finally {
    processo.kill('SIGTERM')
  }
  expect((await terminou)[0]).toBe(0)
  expect(await atende()).toBe(false)
})

test('told to stop before its server hears signals, it ends as when told later', async ({ world }) => {
  const { processo, terminou } = await iniciar(world)
  await esperarAte('its server begins', () => filhoDe(processo) > 0)
  processo.kill('SIGTERM')
  expect((await terminou)[0]).toBe(0)
})

test('a start that a variable makes impossible says so once, and ends', async ({ world }) => {
  const { terminou, saida } = await iniciar(world, { WHATSAPP_MAX_MPS: 'muitas' })
  expect((await terminou)[0]).toBe(78)
  expect(saida().match(/WHATSAPP_MAX_MPS/g)).toHaveLength(1)
  expect(saida()).not.toContain('começa de novo')
})

test('a server that ends again and again is given longer and longer pauses', () => {
  expect([1, 2, 3, 6, 7, 40].map(pausaMs)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000])
})
