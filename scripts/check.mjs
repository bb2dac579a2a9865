// npm run check: import rules, CSS classes, paths in docs, migration numbers; then format and lint, unused code, types of the three worlds.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { problemasDosDocumentos } from './docs.mjs'
import { problemasDeImportacao } from './imports.mjs'
import { problemasDasMigracoes } from './migracoes.mjs'
import { passos } from './passos.mjs'
import { preparar, RAIZ } from './preparar.mjs'
import { problemasDaWeb } from './web.mjs'

const programa = (...partes) => join(RAIZ, 'node_modules', ...partes)

export async function verificar(node) {
  // First what takes a second: the rest takes a minute.
  regras()
  const passo = (nome, ...argumentos) => [nome, node, argumentos]
  // One checker: several would each compute the shared types again, so two worlds are checked in parallel instead.
  const tipos = (mundo) =>
    passo(`Tipos: ${mundo}`, programa('typescript', 'bin', 'tsc'), '-p', `tsconfig.${mundo}.json`, '--checkers', '1')
  await passos(
    [tipos('server')],
    [
      passo(
        'Formato e lint',
        programa('@biomejs', 'biome', 'bin', 'biome'),
        'ci',
        '--colors=off',
        '--error-on-warnings',
        '.',
      ),
      // The second run leaves out the tests: code used only by tests is unused too.
      ...[['Sem uso'], ['Sem uso no produto', '--production']].map(([nome, ...opcoes]) =>
        passo(nome, programa('knip', 'bin', 'knip.js'), '--no-progress', '--no-config-hints', ...opcoes),
      ),
      tipos('domain'),
      tipos('web'),
    ],
  )
}

function regras() {
  const problemas = [
    ...problemasDeImportacao(),
    ...problemasDaWeb(),
    ...problemasDosDocumentos(),
    ...problemasDasMigracoes(),
  ]
  for (const problema of problemas) console.error(problema)
  if (problemas.length > 0) process.exit(1)
  console.log('✔ Regras de importação e da web, o que os documentos nomeiam, e os números das migrações')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await verificar(preparar({ web: false }))
