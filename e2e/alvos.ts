import type { Page } from 'playwright-core'

/** Labels that overflow their control and cover its neighbour. */
export async function palavrasParaFora(pagina: Page, onde: string): Promise<string[]> {
  const saem = await pagina.evaluate<string[]>(SAEM)
  return saem.map((um) => `${onde}: the words of ${um} stand out of it`)
}

const SAEM = `[...document.querySelectorAll('button, a.button, [role=tab], [role=option], th, .chip')]
  .filter((um) => um.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && um.clientWidth > 1)
  .filter((um) => um.scrollWidth > um.clientWidth + 1 && getComputedStyle(um).overflowX === 'visible')
  .map((um) => um.localName + '.' + um.className + ' "' + um.textContent.trim().slice(0, 40) + '" ' + um.clientWidth + ' of ' + um.scrollWidth)`

/**
 * Touch targets on this screen smaller than 44 by 44 (WCAG 2.5.5). A link within a sentence has the height of the sentence; in a
 * list whose rows open as a whole, the row is the target.
 */
export async function alvosPequenos(pagina: Page, onde: string): Promise<string[]> {
  const pequenos = await pagina.evaluate<string[]>(MEDIR)
  return pequenos.map((um) => `${onde}: ${um} is smaller than a finger`)
}

const MEDIR = `(() => {
  const MENOR = 43.5
  const pequenos = new Map()
  const todos = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=option], [role=menuitem]'
  for (const um of document.querySelectorAll(todos)) {
    if (um.disabled || um.type === 'hidden' || um.closest('[inert], .data-list-item, .pular')) continue
    if (!um.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const estilo = getComputedStyle(um)
    const caixa = um.getBoundingClientRect()
    if (caixa.width < 2 || caixa.height < 2 || (estilo.clipPath !== 'none' && !um.closest('label'))) continue
    const noTexto = estilo.display === 'inline' && um.parentElement.textContent.trim().length > um.textContent.trim().length
    if (noTexto) continue
    // The target includes its label, the field's frame, and what it draws around itself.
    const alvos = [um, um.closest('label, .input-box'), um.id && document.querySelector('label[for="' + CSS.escape(um.id) + '"]')]
    let [largura, altura] = [0, 0]
    for (const alvo of alvos.filter(Boolean)) {
      const { width, height } = alvo.getBoundingClientRect()
      ;[largura, altura] = [Math.max(largura, width), Math.max(altura, height)]
    }
    for (const feito of ['::before', '::after']) {
      const { content, position, width, height } = getComputedStyle(um, feito)
      if (content === 'none' || position !== 'absolute') continue
      ;[largura, altura] = [Math.max(largura, parseFloat(width) || 0), Math.max(altura, parseFloat(height) || 0)]
    }
    if (largura >= MENOR && altura >= MENOR) continue
    const nome = (um.getAttribute('aria-label') ?? (um.textContent || um.name)).trim().slice(0, 40)
    const chave = um.localName + '.' + um.className
    if (!pequenos.has(chave)) pequenos.set(chave, chave + ' "' + nome + '" ' + Math.round(largura) + '×' + Math.round(altura))
  }
  return [...pequenos.values()]
})()`

/** How much wider than the window this screen is, if at all: a page must not scroll sideways on a phone. */
export async function rolaDeLado(pagina: Page, onde: string): Promise<string[]> {
  const sobra = await pagina.evaluate<number>(SOBRA)
  return sobra > 0 ? [`${onde}: ${sobra} px too wide`] : []
}

/** Elements wider than their container: on a phone only tabs and the queue's filters, whose first ones show that there are more. */
export async function partesQueRolam(pagina: Page, onde: string): Promise<string[]> {
  const partes = await pagina.evaluate<string[]>(ROLAM)
  return partes.map((uma) => `${onde}: ${uma} scrolls sideways`)
}

const ROLAM = `[...document.querySelectorAll('#conteudo *:not(.tabs, .fila-fichas)')]
  .filter((um) => /auto|scroll/.test(getComputedStyle(um).overflowX) && um.scrollWidth > um.clientWidth + 1)
  .map((um) => um.localName + '.' + um.className)`

const SOBRA = `Math.max(
  document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll('#conteudo')].map((um) => um.scrollWidth - um.clientWidth),
)`

/** Words that leave the window where nothing scrolls to them: cut by a card, or beside a screen that is too wide. */
export async function palavrasForaDaJanela(pagina: Page, onde: string): Promise<string[]> {
  const fora = await pagina.evaluate<string[]>(FORA)
  return fora.map((um) => `${onde}: ${um} is cut by the window`)
}

const FORA = `[...document.querySelectorAll('#conteudo :is(h2, h3, p, b, a, dd, span, button, input, label)')]
  .filter((um) => um.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((um) => um.getBoundingClientRect().right > innerWidth + 1 && !um.closest('.tabs, .fila-fichas'))
  .filter((um) => {
    // What only a screen reader hears is seen nowhere.
    for (let dentro = um; dentro; dentro = dentro.parentElement)
      if (getComputedStyle(dentro).clipPath !== 'none') return false
    return true
  })
  .map((um) => um.localName + '.' + um.className + ' "' + um.textContent.trim().slice(0, 40) + '"')`
