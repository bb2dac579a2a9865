// npm start: prepares what is missing, then runs the server on Node 24, and again when it ends by itself.
import { join } from 'node:path'
import { lancar } from './lancar.mjs'
import { preparar, RAIZ } from './preparar.mjs'

// By default Node's young generation takes a hundred megabytes more; a large import is as fast without them.
const MEMORIA = '--max-semi-space-size=16'
lancar(
  preparar(),
  [MEMORIA, join(RAIZ, 'src', 'server', 'main.ts')],
  { NODE_ENV: process.env.NODE_ENV ?? 'production', INICIADO_POR_NPM_START: '1' },
  { recomecar: true },
)
