// The program under its supervisor, as `npm start` runs it, without the preparation steps.
import { join } from 'node:path'
import { lancar } from '../scripts/lancar.mjs'
import { RAIZ } from '../scripts/preparar.mjs'

lancar(process.execPath, [join(RAIZ, 'src', 'server', 'main.ts')], {}, { recomecar: true })
