import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/** Enough for a busy machine; only a hang exceeds it. */
export const PACIENCIA_MS = 180_000
const PASTA = join(import.meta.dirname, '..', 'test-results')
/** Without these, headless Chromium contacts external hosts that nobody needs. */
export const ARGUMENTOS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** For short-lived pages: optimising their code costs more than it saves. Not for measurements. */
export const SEM_OTIMIZAR = '--js-flags=--max-opt=1'

/** For pages that nobody looks at: layout and paint run, but there is no memory to raster into. Screenshots are blank. */
export const SEM_DESENHAR = ['--in-process-gpu', '--force-gpu-mem-available-mb=0']

export const abrirNavegador = (...mais: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...ARGUMENTOS, ...mais],
  })

/** Records what a page must never do: throw, or violate its own content policy. */
function vigiar(pagina: Page, problemas: string[]) {
  pagina.on('pageerror', (erro) => problemas.push(`${pagina.url()}: ${erro.message}`))
  pagina.on('console', (linha) => {
    if (/Content Security Policy/i.test(linha.text())) problemas.push(`${pagina.url()}: ${linha.text()}`)
  })
}

export async function novaPagina(contexto: BrowserContext, problemas: string[]): Promise<Page> {
  const pagina = await contexto.newPage()
  pagina.setDefaultTimeout(PACIENCIA_MS)
  vigiar(pagina, problemas)
  return pagina
}

/** Saves a screenshot to explain a failure. */
export async function fotografar(pagina: Page, nome: string) {
  mkdirSync(PASTA, { recursive: true })
  await pagina.screenshot({ path: join(PASTA, `${nome}.png`) })
}
