// npm run emulator: the other side of WhatsApp alone, also on a fresh clone; its variables stand in src/emulator/main.ts.
import { join } from 'node:path'
import { lancar } from './lancar.mjs'
import { preparar, RAIZ } from './preparar.mjs'

lancar(preparar({ web: false }), [join(RAIZ, 'src', 'emulator', 'main.ts')])
