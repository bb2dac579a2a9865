// npm test: everything CI runs, on a fresh clone, with nothing but Node 20 and the npm registry.
import { join } from 'node:path'
import { verificar } from './check.mjs'
import { acharChromium } from './chromium.mjs'
import { conferirOrcamento } from './orcamento.mjs'
import { passo } from './passos.mjs'
import { preparar, RAIZ } from './preparar.mjs'

const node = preparar()
const env = { ...process.env, NODE_ENV: 'test' }
verificar(node)
conferirOrcamento()
passo('Regras, chamadas e concorrência', node, [join(RAIZ, 'node_modules', 'vitest', 'vitest.mjs'), 'run'], { env })
passo('Conformidade contra a aplicação iniciada', node, [join(RAIZ, 'test', 'conformidade.mjs')], { env })
passo('Conformidade do que veio depois', node, [join(RAIZ, 'test', 'conformidade-2.mjs')], { env })
passo('Jornadas no Chromium', node, [join(RAIZ, 'e2e', 'main.ts')], {
  env: { ...env, CHROMIUM_PATH: await acharChromium() },
})
