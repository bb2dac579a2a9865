// npm run backup, restore …: runs one of the programs beside the server (src/server/<name>.ts), with the arguments after its name.
import { join } from 'node:path'
import { lancar } from './lancar.mjs'
import { preparar, RAIZ } from './preparar.mjs'

const [nome, ...argumentos] = process.argv.slice(2)
lancar(preparar({ web: false }), [join(RAIZ, 'src', 'server', `${nome}.ts`), ...argumentos])
