// npm start: prepares what is missing, runs the server on Node 24, and restarts it when it crashes.
import { join } from 'node:path'
import { lancar } from './lancar.mjs'
import { preparar, RAIZ } from './preparar.mjs'

// Node's default young generation takes a hundred megabytes more, and a large import is as fast without them.
const MEMORIA = '--max-semi-space-size=16'
lancar(
  preparar(),
  [MEMORIA, join(RAIZ, 'src', 'server', 'main.ts')],
  { NODE_ENV: process.env.NODE_ENV ?? 'production', INICIADO_POR_NPM_START: '1' },
  { recomecar: true },
)
