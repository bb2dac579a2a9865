import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** For `addInitScript` of a page that is loaded again and again: half a megabyte of text would be sent to it each time. */
export const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/**
 * axe's default rules, and the size of targets (WCAG 2.2). Style sheets are not preloaded: only an experimental rule,
 * which is off, needs them, and that took a third of each run.
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
/** For `addInitScript`. Nothing moves: what is half faded in has half its contrast. */
export const PARADO = `{
  const folha = new CSSStyleSheet()
  folha.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(folha)
}`

/** What axe finds on the page as it is now, or only in what this expression gives of it; a line each. */
export async function achados(pagina: Page, onde: string, dentro = 'document'): Promise<string[]> {
  if (!(await pagina.evaluate('Boolean(window.axe)'))) await pagina.evaluate(AXE)
  const olhar = (comAlvos: boolean) => pagina.evaluate<[string, string?, string?][]>(conferir(dentro, comAlvos))
  const ha = await olhar(false)
  // To say where each node stands takes a sixth of each run, and hardly ever is there one to tell of.
  const ditas = ha.length > 0 ? await olhar(true) : []
  const linhas = ditas.length > 0 ? ditas : ha
  const largura = pagina.viewportSize()?.width
  return linhas.map(
    ([regra, alvo, resumo]) =>
      `${onde} (${largura}): ${regra} ${alvo} — ${resumo?.replaceAll(/\s+/g, ' ').slice(0, 220)}`,
  )
}
