// npm test: everything CI runs, on a fresh clone, needing only Node 20 and the npm registry.
import { join } from 'node:path'
import { verificar } from './check.mjs'
import { acharChromium } from './chromium.mjs'
import { conferirOrcamento } from './orcamento.mjs'
import { passos } from './passos.mjs'
import { preparar, RAIZ } from './preparar.mjs'

const node = preparar()
const env = { ...process.env, NODE_ENV: 'test' }
await verificar(node)
conferirOrcamento()
const conformidade = (nome, programa) => [nome, node, [join(RAIZ, 'test', programa)], { env }]
// The black-box walks spend half of their time waiting, so they cost little beside the tests.
await passos(
  [
    [
      'Regras, chamadas e concorrência',
      node,
      [join(RAIZ, 'node_modules', 'vitest', 'vitest.mjs'), 'run'],
      { env, stdio: 'inherit' },
    ],
  ],
  [
    conformidade('Conformidade contra a aplicação iniciada', 'conformidade.mjs'),
    conformidade('Conformidade do que veio depois', 'conformidade-2.mjs'),
  ],
  // On a fresh machine it is downloaded and installed, which takes minutes of waiting.
  [['Chromium para as jornadas', node, [join(RAIZ, 'scripts', 'chromium.mjs')]]],
)
await passos([
  [
    'Jornadas no Chromium',
    node,
    [join(RAIZ, 'e2e', 'main.ts')],
    { env: { ...env, CHROMIUM_PATH: await acharChromium() }, stdio: 'inherit' },
  ],
])
