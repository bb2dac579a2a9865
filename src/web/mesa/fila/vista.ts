export const ALTURA_ITEM = 79
export const ALTURA_TITULO = 36

type Rolavel = Pick<HTMLElement, 'scrollTop' | 'clientHeight'> | null

/** A row that was in view and stands elsewhere now. Where the list is shorter meanwhile it has scrolled, by a row and a heading at most. */
export function acompanhar(elemento: Rolavel, antes: number, agora: number) {
  if (aVista(elemento, antes, ALTURA_ITEM + ALTURA_TITULO)) trazerAVista(elemento, agora)
}

const aVista = (elemento: Rolavel, y: number, folga = 0) =>
  elemento && y + folga >= elemento.scrollTop && y + ALTURA_ITEM - folga <= elemento.scrollTop + elemento.clientHeight

/** Scrolls only where the row is not wholly in view; `aoMeio` centres it, for a customer who must be found. */
export function trazerAVista(elemento: Rolavel, y: number, aoMeio = false) {
  if (!elemento || aVista(elemento, y)) return
  if (aoMeio) elemento.scrollTop = y - (elemento.clientHeight - ALTURA_ITEM) / 2
  else elemento.scrollTop = y < elemento.scrollTop ? y - ALTURA_TITULO : y + ALTURA_ITEM - elemento.clientHeight
}
