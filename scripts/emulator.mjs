// npm run emulator: only the WhatsApp emulator, also on a fresh clone; its variables are in src/emulator/main.ts.
import { join } from 'node:path'
import { lancar } from './lancar.mjs'
import { preparar, RAIZ } from './preparar.mjs'

lancar(preparar({ web: false }), [join(RAIZ, 'src', 'emulator', 'main.ts')])
