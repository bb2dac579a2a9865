// Runs a program of ours as a child: it ends when this process ends, however that is, and this process exits with its code.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { RAIZ } from './preparar.mjs'

/** The exit code that says that a restart would not help: a variable must be corrected first (EX_CONFIG of sysexits). */
const CONFIGURACAO = 78
const PRIMEIRA_PAUSA_MS = 1_000
const MAIOR_PAUSA_MS = 60_000

/** Doubles with each end that follows soon on the one before. */
export const pausaMs = (fins) => Math.min(MAIOR_PAUSA_MS, PRIMEIRA_PAUSA_MS * 2 ** (fins - 1))

/**
 * With `recomecar`, a child that ends by itself is started again: killed, out of memory, or crashed after it had said
 * that it serves. One that was told to end, or that never served and has logged why, is not.
 */
export function lancar(node, argumentos, ambiente = {}, { recomecar = false } = {}) {
  let filho = null
  let parando = false
  let serviu = false
  let fins = 0

  function comecar() {
    const inicio = Date.now()
    filho = spawn(node, argumentos, {
      cwd: RAIZ,
      // The channel closes when this process is gone, however it went: a child that listens to it then stops too.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...ambiente },
    })
    filho.on('message', (dito) => {
      if (dito === 'pronto') serviu = true
    })
    filho.on('exit', (codigo, sinal) => {
      const adianta = codigo === null || (serviu && codigo !== 0 && codigo !== CONFIGURACAO)
      if (parando || !recomecar || !adianta) process.exit(codigo ?? 128 + constants.signals[sinal])
      fins = Date.now() - inicio > MAIOR_PAUSA_MS ? 1 : fins + 1
      const pausa = pausaMs(fins)
      console.error(
        `O servidor terminou sozinho (${sinal ?? `código ${codigo}`}); começa de novo em ${pausa / 1000} s.`,
      )
      filho = null
      setTimeout(comecar, pausa)
    })
  }

  const parar = () => {
    parando = true
    if (filho) filho.kill('SIGTERM')
    else process.exit(0)
  }
  // A terminal sends Ctrl+C to the whole group, a supervisor only to this process: the child hears it in both cases.
  for (const sinal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(sinal, parar)
  comecar()

  // npm killed outright sends no signal: its child only finds itself with another parent.
  const npm = process.env.npm_lifecycle_event ? process.ppid : undefined
  if (npm) setInterval(() => process.ppid === npm || parar(), 1000).unref()
}
