import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that goes when the test ends. */
export function pastaDoTeste(): string {
  const pasta = mkdtempSync(join(tmpdir(), 'cobranca-teste-'))
  onTestFinished(() => rmSync(pasta, { recursive: true, force: true }))
  return pasta
}
