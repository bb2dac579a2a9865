import { fraseDaFalha } from './falha-ao-iniciar.ts'

/** Runs a program of the machine to its end: status 0, or 1 after a sentence of what is wrong. */
export async function rodarPrograma(programa: () => Promise<void>): Promise<never> {
  try {
    await programa()
  } catch (erro) {
    console.error(fraseDaFalha(erro) ?? erro)
    process.exit(1)
  }
  process.exit(0)
}
