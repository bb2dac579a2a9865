import { aCaminho } from './modais.ts'

/** Whether a dialog (other than `foraDe`), sheet or menu is open over the screen, or about to be, and owns the keys; a `Toast` does not. */
export const algoPorCima = (foraDe = 'none') =>
  aCaminho.id > 0 || document.querySelector(`dialog[open]:not(${foraDe}), [popover=auto]:popover-open`) !== null

/** Whether keys pressed in the element type text or choose an option. */
export const recebeTexto = (alvo: HTMLElement) =>
  alvo.isContentEditable || alvo.matches('textarea, select, input:not([type=radio], [type=checkbox])')
