// Runs a program as a child process that ends when this one does, however that is; this process exits with its code.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { RAIZ } from './preparar.mjs'

/** The exit code for which a restart would not help: a variable must be corrected first (EX_CONFIG of sysexits). */
const CONFIGURACAO = 78
/** What tells a program to stop. */
const SINAIS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const PRIMEIRA_PAUSA_MS = 1_000
const MAIOR_PAUSA_MS = 60_000

/** The pause doubles each time the child ends soon after the last restart. */
export const pausaMs = (fins) => Math.min(MAIOR_PAUSA_MS, PRIMEIRA_PAUSA_MS * 2 ** (fins - 1))

/**
 * With `recomecar`, restarts a child that was killed, ran out of memory, or crashed after it had served. Does not restart one
 * that was told to stop, or that never served and logged why.
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
      // The channel closes when this process is gone, however it ended; the child then stops too.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...ambiente },
    })
    filho.on('message', (dito) => {
      if (dito === 'pronto') serviu = true
    })
    filho.on('exit', (codigo, sinal) => {
      const adianta = codigo === null || (serviu && codigo !== 0 && codigo !== CONFIGURACAO)
      // Told to stop before it heard signals, a server had nothing open to take down.
      if (parando && recomecar && SINAIS.includes(sinal)) process.exit(0)
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
  // A terminal sends Ctrl+C to the whole group, a supervisor only to this process; the child gets it in both cases.
  for (const sinal of SINAIS) process.on(sinal, parar)
  comecar()

  // npm killed with SIGKILL sends no signal; this process only notices that it has another parent.
  const npm = process.env.npm_lifecycle_event ? process.ppid : undefined
  if (npm) setInterval(() => process.ppid === npm || parar(), 1000).unref()
}
