// npm run admin: administrators, from the machine itself, when nobody can get in by the screens (src/server/admin.ts).
import { join } from 'node:path'
import { lancar } from './lancar.mjs'
import { preparar, RAIZ } from './preparar.mjs'

lancar(preparar({ web: false }), [join(RAIZ, 'src', 'server', 'admin.ts'), ...process.argv.slice(2)])
