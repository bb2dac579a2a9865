// npm run pictures [-- address]: every screen at three widths, in ./pictures.
import { join } from 'node:path'
import { acharChromium } from './chromium.mjs'
import { passos } from './passos.mjs'
import { preparar, RAIZ } from './preparar.mjs'

const node = preparar()
const env = { ...process.env, CHROMIUM_PATH: await acharChromium() }
const fotos = [join(RAIZ, 'e2e', 'fotos.ts'), ...process.argv.slice(2)]
await passos([['Fotos de todas as telas', node, fotos, { env, stdio: 'inherit' }]])
