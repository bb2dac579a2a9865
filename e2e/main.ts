import { strict as assert } from 'node:assert'
import { acessibilidade } from './acessibilidade.ts'
import { administracao } from './administracao.ts'
import { atendimento } from './atendimento.ts'
import { falhas } from './falhas.ts'
import { jornada } from './jornada.ts'
import { comMundo, type Mundo } from './mundo.ts'
import { shell } from './shell.ts'

/* Every journey, in a real browser against one started application; `node e2e/main.ts [name…]` runs some of them. */
const JORNADAS: Record<string, (mundo: Mundo) => Promise<void>> = {
  jornada,
  acessibilidade,
  shell,
  falhas,
  atendimento,
  administracao,
}

const pedidas = process.argv.slice(2)
const desconhecida = pedidas.find((nome) => !(nome in JORNADAS))
if (desconhecida) throw new Error(`${desconhecida} is none of ${Object.keys(JORNADAS).join(', ')}.`)
/* These look at what the first one leaves behind: asked for alone, it goes before them. */
const DEPOIS_DA_PRIMEIRA = ['acessibilidade', 'falhas']
const naLista = new Set(pedidas.some((nome) => DEPOIS_DA_PRIMEIRA.includes(nome)) ? ['jornada', ...pedidas] : pedidas)
const nomes = Object.keys(JORNADAS).filter((nome) => naLista.size === 0 || naLista.has(nome))
const passaram = await comMundo([
  ...nomes.map((nome) => async (mundo: Mundo) => {
    console.log(nome)
    await JORNADAS[nome]?.(mundo)
  }),
  async ({ problemas }) => assert.deepEqual(problemas, [], 'pages with errors of their own'),
])
// The last of them is that no page had an error of its own; the first that fails ends the run.
const faltaram = nomes.length + 1 - passaram
console.log(`${passaram} passed, ${Math.min(faltaram, 1)} failed${faltaram > 1 ? `, ${faltaram - 1} not run` : ''}`)
process.exitCode = faltaram === 0 ? 0 : 1
