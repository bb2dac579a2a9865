// Runs only the embedded database of a folder, for tests to kill: prints its URL, and stops on SIGTERM (`à mão`: as a program run by hand does).
import { pino } from 'pino'
import { iniciarBancoEmbutido } from '#server/db/embutido.ts'
import { fraseDaFalha } from '#server/db/falha-ao-iniciar.ts'
import { acabarComSinal } from '#server/db/programa.ts'
import { travarPasta } from '#server/db/trava-da-pasta.ts'

const pasta = process.argv[2] ?? ''
try {
  travarPasta(pasta)
  const banco = await iniciarBancoEmbutido(pasta, pino({ level: 'silent' }), () => process.exit(3))
  if (process.argv[3] === 'à mão') acabarComSinal()
  else process.once('SIGTERM', () => void banco.parar().then(() => process.exit(0)))
  globalThis.gc?.() // collects unreferenced objects now, not at a random later moment
  console.log(banco.urlDoDono)
} catch (erro) {
  console.log(fraseDaFalha(erro) ?? erro)
  process.exit(1)
}
