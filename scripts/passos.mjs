// Runs named steps, one after another or in parallel lanes; a failure ends the run with its exit code.
import { spawn } from 'node:child_process'
import { RAIZ } from './preparar.mjs'

/**
 * Runs lanes of steps in parallel, each lane up to its first failure, and ends the run if one failed. A step is `[name, program,
 * arguments, options]`; its output is printed when it ends, or as it is written (`stdio: 'inherit'`).
 */
export async function passos(...filas) {
  const codigos = await Promise.all(filas.map(emOrdem))
  const falhou = codigos.find((codigo) => codigo !== 0)
  if (falhou !== undefined) process.exit(falhou)
}

async function emOrdem(fila) {
  for (const passo of fila) {
    const codigo = await correr(...passo)
    if (codigo !== 0) return codigo
  }
  return 0
}

async function correr(nome, programa, argumentos, opcoes = {}) {
  const inicio = performance.now()
  const aoVivo = opcoes.stdio === 'inherit'
  if (aoVivo) console.log(`\n▶ ${nome}`)
  const { codigo, saida } = await terminar(
    spawn(programa, argumentos, { cwd: RAIZ, stdio: ['ignore', 'pipe', 'pipe'], ...opcoes }),
  )
  const segundos = `${((performance.now() - inicio) / 1000).toFixed(1)} s`
  if (!aoVivo) console.log(`\n▶ ${nome}\n${saida}`.trimEnd())
  if (codigo === 0) console.log(`✔ ${nome} (${segundos})`)
  else console.error(`✘ ${nome} falhou (${segundos})`)
  return codigo
}

function terminar(processo) {
  const pedacos = []
  for (const canal of [processo.stdout, processo.stderr]) canal?.on('data', (pedaco) => pedacos.push(pedaco))
  const fim = (codigo, mais = '') => ({ codigo, saida: Buffer.concat(pedacos) + mais })
  return new Promise((pronto) => {
    processo.once('error', (erro) => pronto(fim(1, erro.message)))
    // A process killed by a signal has no exit code.
    processo.once('close', (codigo) => pronto(fim(codigo ?? 1)))
  })
}
