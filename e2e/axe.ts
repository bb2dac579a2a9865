import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** For `addInitScript`: evaluated after each load, its half a megabyte would be sent to the page every time. */
export const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/**
 * axe's default rules and the size of targets (WCAG 2.2). Style sheets are not preloaded: it took a third of each run, and only an
 * experimental rule that is off needs them.
 */
const conferir = (onde: string, comAlvos: boolean) => `{
  axe.configure({ noHtml: true })
  axe
    .run(${onde}, {
      preload: { assets: ['media'] },
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
      selectors: ${comAlvos},
    })
    .then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((um) => [id, um.target?.join(' '), um.failureSummary])))
}`
/** For `addInitScript`. Turns animations off: an element that is still fading in has too little contrast. */
export const PARADO = `{
  const folha = new CSSStyleSheet()
  folha.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(folha)
}`

/** What axe finds on the page as it is now, one line each; `dentro`, an expression, limits it to part of the page. */
export async function achados(pagina: Page, onde: string, dentro = 'document'): Promise<string[]> {
  if (!(await pagina.evaluate('Boolean(window.axe)'))) await pagina.evaluate(AXE)
  const olhar = (comAlvos: boolean) => pagina.evaluate<[string, string?, string?][]>(conferir(dentro, comAlvos))
  const ha = await olhar(false)
  // Selectors take a sixth of each run and are rarely needed, so they are computed only when something was found.
  const ditas = ha.length > 0 ? await olhar(true) : []
  const linhas = ditas.length > 0 ? ditas : ha
  const largura = pagina.viewportSize()?.width
  return linhas.map(
    ([regra, alvo, resumo]) =>
      `${onde} (${largura}): ${regra} ${alvo} — ${resumo?.replaceAll(/\s+/g, ' ').slice(0, 220)}`,
  )
}
