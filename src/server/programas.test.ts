import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test.concurrent.for([
  ['restore.ts', '--ensiao', 'copia.tar'],
  ['restore.ts', import.meta.dirname],
  ['rotacionar-chave.ts', 'conclui'],
])('%s refuses a word that it does not know before it touches anything', async ([programa, ...argumentos]) => {
  const processo = spawn(process.execPath, [join(import.meta.dirname, programa!), ...argumentos], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [disse, [fim]] = await Promise.all([text(processo.stderr), once(processo, 'exit')])
  expect([fim, disse]).toEqual([1, expect.stringContaining(`${argumentos[0]} não`)])
})
