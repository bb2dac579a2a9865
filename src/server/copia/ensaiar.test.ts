import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { travarPasta } from '#server/db/trava-da-pasta.ts'
import { esperarAte } from '#test/espera.ts'
import { pastaDoTeste } from '#test/pasta.ts'
import { test } from '#test/world.ts'
import { fazerCopia } from './copia.actions.ts'

const PROGRAMA = join(import.meta.dirname, '../restore.ts')
const SENHA = 'uma chave comprida de verdade'

/** `npm run restore -- --ensaio`, with a place of its own for what it makes. */
function ensaiar(arquivo: string, pasta: string) {
  const processo = spawn(process.execPath, [PROGRAMA, '--ensaio', arquivo], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', DATA_DIR: join(pasta, 'dados'), TMPDIR: pasta, BACKUP_KEY: SENHA, DATABASE_URL: '' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void processo.kill('SIGKILL'))
  return { processo, disse: text(processo.stdout), fim: once(processo, 'exit') }
}

test('a killed rehearsal is cleaned up by the next one, its PostgreSQL too; a running one is not', async ({
  world,
}) => {
  const pasta = pastaDoTeste()
  chmodSync(pasta, 0o711) // as root PostgreSQL is another user, who must pass through
  await world.criarCliente()
  const agora = world.relogio.agora()
  const { arquivo } = await fazerCopia({
    ...world.servicos,
    ...{ url: world.urlDoDono, pasta: mkdtempSync(join(pasta, 'copia-')), senha: SENHA, agora },
  })
  const deEnsaio = () => readdirSync(pasta).filter((nome) => nome.startsWith('cobranca-ensaio-'))

  const morto = ensaiar(arquivo, pasta)
  const servidor = () => join(pasta, deEnsaio()[0] ?? '', 'postgresql', 'postmaster.pid')
  await esperarAte('its PostgreSQL runs', () => existsSync(servidor()))
  morto.processo.kill('SIGKILL')
  await morto.fim
  expect(deEnsaio()).toHaveLength(1)

  const emCurso = join(pasta, 'cobranca-ensaio-em-curso')
  mkdirSync(emCurso)
  const soltar = travarPasta(emCurso)
  onTestFinished(() => soltar())
  const inteiro = ensaiar(arquivo, pasta)
  expect([await inteiro.disse, (await inteiro.fim)[0]]).toEqual([expect.stringContaining('se restaura'), 0])
  expect(deEnsaio()).toEqual(['cobranca-ensaio-em-curso'])
})
