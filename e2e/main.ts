import { strict as assert } from 'node:assert'
import { acessibilidade } from './acessibilidade.ts'
import { casca } from './casca.ts'
import { falhas } from './falhas.ts'
import { jornada } from './jornada.ts'
import { comMundo, type Mundo } from './mundo.ts'

/*
 * Every journey, in a real browser against one started application; `node e2e/main.ts [name…]` runs some of them. What axe
 * says of each screen takes two minutes and is run when asked for: `node e2e/main.ts jornada acessibilidade`.
 */
const JORNADAS: Record<string, (mundo: Mundo) => Promise<void>> = { jornada, casca, falhas, acessibilidade }

const pedidas = process.argv.slice(2)
const deu = await comMundo([
  ...Object.keys(JORNADAS)
    .filter((nome) => (pedidas.length === 0 ? nome !== 'acessibilidade' : pedidas.includes(nome)))
    .map((nome) => async (mundo: Mundo) => {
      console.log(nome)
      await JORNADAS[nome]?.(mundo)
    }),
  async ({ problemas }) => assert.deepEqual(problemas, [], 'pages with errors of their own'),
])
console.log(deu ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exitCode = deu ? 0 : 1
