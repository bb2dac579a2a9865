// npm run backup, restore …: a program of ours that runs beside the server (src/server/<name>.ts), with what follows its name.
import { join } from 'node:path'
import { lancar } from './lancar.mjs'
import { preparar, RAIZ } from './preparar.mjs'

const [nome, ...argumentos] = process.argv.slice(2)
lancar(preparar({ web: false }), [join(RAIZ, 'src', 'server', `${nome}.ts`), ...argumentos])
