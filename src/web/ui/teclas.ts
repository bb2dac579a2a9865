/** A dialog, a sheet or a menu is open over the screen: the keys are its own. A word at the bottom (`Toast`) has none. */
export const algoPorCima = (foraDe = 'none') =>
  document.querySelector(`dialog[open]:not(${foraDe}), [popover=auto]:popover-open`) !== null

/** What is pressed there is written, or looks for an option. */
export const escreveSe = (alvo: HTMLElement) =>
  alvo.isContentEditable || alvo.matches('textarea, select, input:not([type=radio], [type=checkbox])')
