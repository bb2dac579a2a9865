import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/* npm run bench: every measure, one after the other; each has its own database, made and thrown away. `mesa.ts` and `telas.ts`, which
 * need a browser and an idle machine, are run by themselves; `telas.ts` has npx fetch Lighthouse. */
for (const nome of ['chao', 'listas', 'rotas', 'cobranca', 'entrada', 'importacoes', 'conciliacao', 'emulador']) {
  console.log(`\n== ${nome}`)
  const medida = join(import.meta.dirname, `${nome}.ts`)
  const { status } = spawnSync(process.execPath, ['--max-semi-space-size=16', medida], { stdio: 'inherit' }) // as `npm start` does
  if (status !== 0) process.exit(status ?? 1)
}
