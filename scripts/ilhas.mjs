// npm run ilhas, ensaio-de-atualizacao, ensaio-do-dono: drills with whole programs, run by hand (docs/operacao.md), also on an older Node.
import { join } from 'node:path'
import { acharChromium } from './chromium.mjs'
import { lancar } from './lancar.mjs'
import { preparar, RAIZ } from './preparar.mjs'

const ENSAIOS = { ilhas: 'ilhas/main.ts', atualizacao: 'ilhas/atualizacao.ts', dono: 'dono/main.ts' }
const [qual, ...resto] = process.argv.slice(2)
const node = preparar()
const ambiente = qual === 'dono' ? { CHROMIUM_PATH: await acharChromium() } : {}
lancar(node, [join(RAIZ, 'test', ENSAIOS[qual]), ...resto], ambiente)
