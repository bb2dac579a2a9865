// The black-box walk over every call, against the application started as a person starts it.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADMIN, iniciarAplicacao } from './aplicacao.mjs'

const programa = join(dirname(fileURLToPath(import.meta.url)), 'conformance', 'run.mjs')
const aplicacao = await iniciarAplicacao()
const { status } = spawnSync(process.execPath, [programa, aplicacao.url, '--admin', `${ADMIN.email}:${ADMIN.senha}`], {
  stdio: 'inherit',
})
await aplicacao.parar()
if (status !== 0)
  console.error(
    aplicacao
      .saida()
      .split('\n')
      .filter((linha) => linha.includes('"level":50'))
      .slice(0, 20)
      .join('\n'),
  )
process.exit(status ?? 1)
