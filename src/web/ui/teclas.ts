/** Whether a dialog (other than `foraDe`), sheet or menu is open over the screen, and owns the keys; a `Toast` does not. */
export const algoPorCima = (foraDe = 'none') =>
  document.querySelector(`dialog[open]:not(${foraDe}), [popover=auto]:popover-open`) !== null

/** Whether keys pressed in the element type text or choose an option. */
export const recebeTexto = (alvo: HTMLElement) =>
  alvo.isContentEditable || alvo.matches('textarea, select, input:not([type=radio], [type=checkbox])')
