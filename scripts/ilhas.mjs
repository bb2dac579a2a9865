// npm run ilhas, npm run ensaio-de-atualizacao: drills with whole programs, by hand (docs/operacao.md), also on an older Node.
import { join } from 'node:path'
import { lancar } from './lancar.mjs'
import { preparar, RAIZ } from './preparar.mjs'

const [qual, ...resto] = process.argv.slice(2)
lancar(preparar(), [join(RAIZ, 'test', 'ilhas', qual === 'atualizacao' ? 'atualizacao.ts' : 'main.ts'), ...resto])
