// A program of ours as a child that ends when this ends, however that is, and whose end is this one's.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { RAIZ } from './preparar.mjs'

export function lancar(node, argumentos, ambiente = {}) {
  const filho = spawn(node, argumentos, {
    cwd: RAIZ,
    // The channel closes when this process is gone, however it went: a child that listens to it then stops too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...ambiente },
  })
  const parar = () => filho.kill('SIGTERM')
  // A terminal sends Ctrl+C to the whole group, a supervisor only to this process: the child hears it in both cases.
  for (const sinal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(sinal, parar)
  filho.on('exit', (codigo, sinal) => process.exit(codigo ?? 128 + constants.signals[sinal]))

  // npm killed outright tells nobody: its child only finds itself with another parent.
  const npm = process.env.npm_lifecycle_event ? process.ppid : undefined
  if (npm) setInterval(() => process.ppid === npm || parar(), 1000).unref()
}
