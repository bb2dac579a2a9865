// npm run pictures [-- address]: every screen at three widths, in ./pictures.
import { join } from 'node:path'
import { acharChromium } from './chromium.mjs'
import { passo } from './passos.mjs'
import { preparar, RAIZ } from './preparar.mjs'

const node = preparar()
passo('Fotos de todas as telas', node, [join(RAIZ, 'e2e', 'fotos.ts'), ...process.argv.slice(2)], {
  env: { ...process.env, CHROMIUM_PATH: await acharChromium() },
})
