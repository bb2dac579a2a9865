import { strict as assert } from 'node:assert'
import { acessibilidade } from './acessibilidade.ts'
import { administracao } from './administracao.ts'
import { aprovacao } from './aprovacao.ts'
import { atendimento } from './atendimento.ts'
import { dinheiro } from './dinheiro.ts'
import { falhas } from './falhas.ts'
import { habitos } from './habitos.ts'
import { jornada } from './jornada.ts'
import { lados } from './lados.ts'
import { comMundo, type Mundo } from './mundo.ts'
import { pagina } from './pagina.ts'
import { rascunhos } from './rascunhos.ts'
import { segundoFator } from './segundoFator.ts'
import { shell } from './shell.ts'
import { tratativas } from './tratativas.ts'

/* Every journey, in a real browser; `node e2e/main.ts [name…]` runs some of them. */
const JORNADAS: Record<string, (mundo: Mundo) => Promise<void>> = {
  jornada,
  acessibilidade,
  shell,
  falhas,
  atendimento,
  tratativas,
  habitos,
  rascunhos,
  administracao,
  aprovacao,
  pagina,
  dinheiro,
  segundoFator,
  lados,
}

/** Groups in parallel, each with its own application and browser; within a group, one after another. */
const LADO_A_LADO = [
  // The first journey creates the data for the next two, so they run it too when started alone. The last group keeps both cores busy to the end.
  ['jornada', 'falhas', 'acessibilidade'],
  ['shell', 'atendimento', 'tratativas', 'administracao', 'lados'],
  ['habitos', 'rascunhos', 'aprovacao', 'pagina', 'dinheiro', 'segundoFator'],
]

const pedidas = process.argv.slice(2)
const desconhecida = pedidas.find((nome) => !(nome in JORNADAS))
if (desconhecida) throw new Error(`${desconhecida} is none of ${Object.keys(JORNADAS).join(', ')}.`)

const grupos = pedidas.length === 0 ? LADO_A_LADO : LADO_A_LADO.map(comAPrimeira).filter((nomes) => nomes.length > 0)
const passaram = await Promise.all(grupos.map(percorrer))
// + 1: each group ends by checking that no page had an error. A group ends at its first failure.
const faltaram = grupos.map((nomes, i) => nomes.length + 1 - (passaram[i] ?? 0))
const falharam = faltaram.filter((quantas) => quantas > 0).length
const sobraram = faltaram.reduce((soma, quantas) => soma + quantas, 0) - falharam
console.log(
  `${passaram.reduce((soma, quantas) => soma + quantas, 0)} passed, ${falharam} failed${sobraram > 0 ? `, ${sobraram} not run` : ''}`,
)
process.exitCode = falharam === 0 ? 0 : 1

function comAPrimeira(nomes: string[]): string[] {
  const querem = nomes.filter((nome) => pedidas.includes(nome))
  const [primeira = ''] = nomes
  return nomes === LADO_A_LADO[0] && querem.length > 0 && !querem.includes(primeira) ? [primeira, ...querem] : querem
}

function percorrer(nomes: string[]): Promise<number> {
  return comMundo([
    ...nomes.map((nome) => async (mundo: Mundo) => {
      console.log(nome)
      await JORNADAS[nome]?.(mundo)
    }),
    async ({ problemas }) => assert.deepEqual(problemas, [], 'pages with errors of their own'),
  ])
}
