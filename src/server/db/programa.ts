import { constants } from 'node:os'
import { fraseDaFalha } from './falha-ao-iniciar.ts'

/** Runs a program of the machine to its end: status 0, or 1 after a sentence of what is wrong. */
export async function rodarPrograma(programa: () => Promise<void>): Promise<never> {
  acabarComSinal()
  try {
    await programa()
  } catch (erro) {
    console.error(fraseDaFalha(erro) ?? erro)
    process.exit(1)
  }
  process.exit(0)
}

/** Without it a signal, or the end of the npm that started the program, would leave the embedded database running. */
export function acabarComSinal(): void {
  for (const sinal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(sinal, () => process.exit(128 + constants.signals[sinal]))
  process.once('disconnect', () => process.exit(1))
}
