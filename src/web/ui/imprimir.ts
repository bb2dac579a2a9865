const MENU_SAI_MS = 300

/** Prints the list, or the record open beside it; on the browser's own command impressao.css prints the record. */
export function imprimir(oQue: 'lista' | 'painel') {
  const { dataset } = document.documentElement
  dataset.imprimir = oQue
  window.addEventListener('afterprint', () => delete dataset.imprimir, { once: true })
  // The menu that asked for it must be gone from the page first.
  setTimeout(() => window.print(), MENU_SAI_MS)
}
