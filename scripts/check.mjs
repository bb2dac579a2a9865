// npm run check: format and lint, what nobody uses, the types of the three worlds, the rules of import, the paths in docs.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { problemasDosDocumentos } from './docs.mjs'
import { problemasDeImportacao } from './imports.mjs'
import { passo } from './passos.mjs'
import { preparar, RAIZ } from './preparar.mjs'
import { problemasDaWeb } from './web.mjs'

const programa = (...partes) => join(RAIZ, 'node_modules', ...partes)

export function verificar(node) {
  passo('Formato e lint', node, [programa('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings', '.'])
  // The second time without the tests: what only they call is unused too.
  for (const [nome, ...opcoes] of [['Sem uso'], ['Sem uso no produto', '--production']])
    passo(nome, node, [programa('knip', 'bin', 'knip.js'), '--no-progress', '--no-config-hints', ...opcoes])
  for (const mundo of ['domain', 'server', 'web'])
    passo(`Tipos: ${mundo}`, node, [programa('typescript', 'bin', 'tsc'), '-p', `tsconfig.${mundo}.json`])
  const problemas = [...problemasDeImportacao(), ...problemasDaWeb(), ...problemasDosDocumentos()]
  for (const problema of problemas) console.error(problema)
  if (problemas.length > 0) process.exit(1)
  console.log('✔ Regras de importação e da web, e o que os documentos nomeiam')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) verificar(preparar({ web: false }))
