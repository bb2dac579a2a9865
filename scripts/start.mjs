// npm start: prepares what is missing, then runs the server on Node 24.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { preparar, RAIZ } from './preparar.mjs'

const node = preparar()
// Left to itself, Node lets the youngest objects take a hundred megabytes more; a large import is as fast without them.
const MEMORIA = '--max-semi-space-size=16'
const servidor = spawn(node, [MEMORIA, join(RAIZ, 'src', 'server', 'main.ts')], {
  cwd: RAIZ,
  // The channel closes when this process is gone, however it went: the server then stops too.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production', INICIADO_POR_NPM_START: '1' },
})
const parar = () => servidor.kill('SIGTERM')
// A terminal sends Ctrl+C to the whole group, a supervisor only to this process: the server hears it in both cases.
for (const sinal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(sinal, parar)
servidor.on('exit', (codigo, sinal) => process.exit(codigo ?? 128 + constants.signals[sinal]))

// npm killed outright tells nobody: its child only finds itself with another parent.
const npm = process.env.npm_lifecycle_event ? process.ppid : undefined
if (npm) setInterval(() => process.ppid === npm || parar(), 1000).unref()
