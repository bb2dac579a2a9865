// Named steps, one after the other; the first that fails ends the run with its exit code.
import { spawnSync } from 'node:child_process'
import { RAIZ } from './preparar.mjs'

export function passo(nome, programa, argumentos, opcoes = {}) {
  const inicio = performance.now()
  console.log(`\n▶ ${nome}`)
  const { status, error } = spawnSync(programa, argumentos, { cwd: RAIZ, stdio: 'inherit', ...opcoes })
  const segundos = `${((performance.now() - inicio) / 1000).toFixed(1)} s`
  if (status === 0) return console.log(`✔ ${nome} (${segundos})`)
  console.error(`✘ ${nome} falhou (${segundos})${error ? `: ${error.message}` : ''}`)
  return process.exit(status || 1)
}
