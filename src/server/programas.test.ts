import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bancoNovo, noServidor, urlDe } from '#test/bancos.ts'

async function rodar(programa: string, argumentos: string[], ambiente: Record<string, string> = {}) {
  const processo = spawn(process.execPath, [join(import.meta.dirname, programa), ...argumentos], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...ambiente },
  })
  const [disse, [fim]] = await Promise.all([text(processo.stderr), once(processo, 'exit')])
  return [fim, disse]
}

test.concurrent.for([
  ['restore.ts', '--ensiao', 'copia.tar'],
  ['restore.ts', import.meta.dirname],
  ['rotacionar-chave.ts', 'conclui'],
])('%s refuses a word that it does not know before it touches anything', async ([programa, ...argumentos]) => {
  expect(await rodar(programa!, argumentos)).toEqual([1, expect.stringContaining(`${argumentos[0]} não`)])
})

test('a company is not brought from where there is none, and no embedded database is made for it', async () => {
  const [banco, pasta] = [await bancoNovo(), mkdtempSync(join(tmpdir(), 'cobranca-mudar-'))]
  const ambiente = {
    DATABASE_URL: urlDe(banco, undefined, '?sslmode=disable'),
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: pasta,
  }
  expect(await rodar('mudar-de-banco.ts', ['embutido'], ambiente)).toEqual([
    1,
    expect.stringMatching(/^O banco de dados ainda não está pronto/),
  ])
  expect(readdirSync(pasta)).toEqual([])
  rmSync(pasta, { recursive: true })
  await noServidor(`drop database ${banco}`)
})
