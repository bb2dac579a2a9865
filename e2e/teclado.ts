import type { Page } from 'playwright-core'

/** Presses keys while the page is busy, as fast typing on a slow machine: no timer, frame or answer comes between them. */
export async function deUmaVez(pagina: Page, ...teclas: string[]) {
  await pagina.evaluate('setTimeout(() => { for (const fim = performance.now() + 300; performance.now() < fim; ); })')
  await Promise.all(teclas.map((tecla) => pagina.keyboard.press(tecla)))
}

/** Presses a key at the moment when a condition becomes true in the document, before React runs that commit's effects. */
export const teclarQuando = (pagina: Page, expressao: string, key: string) =>
  pagina.evaluate(`void new MutationObserver((_, observador) => {
    if (!(${expressao})) return
    observador.disconnect()
    document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, bubbles: true, cancelable: true }))
  }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })`)

/** More tab stops than any screen has, except a thread. */
const PARADAS = 60
/**
 * Checks the focused element: that something shows the focus (its own ring, or that of its frame or a sibling), and that a point
 * of it is uncovered. Hidden fields are judged by the button that represents them.
 */
const PARADA = `(() => {
  const foco = document.activeElement
  if (!foco || foco === document.body) return null
  const alvo = foco
  const moldura = alvo.parentElement?.querySelector(':scope > fieldset')
  const comAnel =
    (moldura && parseFloat(getComputedStyle(moldura).borderWidth) >= 2) ||
    [alvo, alvo.nextElementSibling, alvo.parentElement].some((um) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(um ?? alvo)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    })
  const { left, top, width, height, right, bottom } = alvo.getBoundingClientRect()
  const pontos = [[left + width / 2, top + height / 2], [left + 3, top + 3], [right - 3, bottom - 3]]
  const aVista = pontos.some(([x, y]) => {
    const cima = document.elementFromPoint(x, y)
    return cima && (alvo.contains(cima) || alvo.parentElement.contains(cima))
  })
  const nome = (foco.ariaLabel || alvo.innerText || foco.labels?.[0]?.innerText || '').replaceAll(/\\s+/g, ' ').slice(0, 60)
  foco.dataset.parada ??= String(window.paradas++)
  return { nome: nome || foco.outerHTML.slice(0, 90), comAnel: Boolean(comAnel), aVista, parada: foco.dataset.parada }
})()`
interface Parada {
  nome: string
  comAnel: boolean
  aVista: boolean
  parada: string
}

/** Starts again from the top on a page walked before; each stop is read on key-up. */
const DO_TOPO = `
  document.activeElement?.blur()
  if (window.paradas !== undefined) {
    const topo = document.createElement('i')
    topo.tabIndex = -1
    document.body.prepend(topo)
    topo.focus()
    topo.remove()
    for (const um of document.querySelectorAll('[data-parada]')) delete um.dataset.parada
  } else addEventListener('keyup', () => window.leituras.push(${PARADA}), true)
  window.paradas = 0
  window.leituras = []`
/** Number of keys between two readings. */
const DE_UMA_VEZ = 6

/** Presses Tab from the top of the screen: returns where the focus is invisible or stuck. WCAG 2.1.2, 2.4.1, 2.4.7, 2.4.11. */
export async function percorrerPorTab(pagina: Page, onde: string): Promise<string[]> {
  const lugar = `${onde} (${pagina.viewportSize()?.width})`
  const ditos: string[] = []
  const vistas = new Set<string>()
  await pagina.evaluate(DO_TOPO)
  for (let n = 0; n < PARADAS; ) {
    for (let i = 0; i < DE_UMA_VEZ; i += 1) await pagina.keyboard.press('Tab')
    const leituras = (await pagina.evaluate('window.leituras.splice(0)')) as (Parada | null)[]
    if (leituras.length !== DE_UMA_VEZ)
      return [...ditos, `${lugar}: ${leituras.length} of ${DE_UMA_VEZ} Tabs were seen`]
    for (const aqui of leituras) {
      if (n > 0 && (!aqui || aqui.parada === '0')) return ditos
      if (!aqui) return [...ditos, `${lugar}: nothing to go to by Tab`]
      if (n === 0 && aqui.nome !== 'Ir para o conteúdo') ditos.push(`${lugar}: begins at ${aqui.nome}`)
      if (!aqui.comAnel) ditos.push(`${lugar}: no ring on ${aqui.nome}`)
      if (!aqui.aVista) ditos.push(`${lugar}: covered, ${aqui.nome}`)
      if (vistas.has(aqui.parada)) return [...ditos, `${lugar}: a trap at ${aqui.nome}`]
      vistas.add(aqui.parada)
      n += 1
    }
  }
  return ditos
}
