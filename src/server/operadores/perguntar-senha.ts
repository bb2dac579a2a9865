import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'

/** One line, not echoed on a terminal; from a pipe, its first line. Empty: the caller generates a password. */
export async function perguntarSenha(entrada: Readable & { isTTY?: boolean }): Promise<string> {
  const mudo = new Writable({ write: (_pedaco, _codificacao, pronto) => pronto() })
  if (entrada.isTTY) process.stderr.write('Senha nova (em branco: uma ao acaso): ')
  const linhas = createInterface({ input: entrada, output: mudo, terminal: entrada.isTTY === true })
  const { promise, resolve: dita, reject } = Promise.withResolvers<string>()
  linhas.once('line', dita)
  // Ctrl+C only closes the line unless it is heard, and an empty line would ask for a random password.
  linhas.once('SIGINT', () => reject(new FalhaAoIniciar('Nada foi alterado.')))
  linhas.once('close', () => dita(''))
  try {
    return await promise
  } finally {
    linhas.close()
    if (entrada.isTTY) process.stderr.write('\n')
  }
}
