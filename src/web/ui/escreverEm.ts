import { flushSync } from 'react-dom'

/** Changes a field's text and puts the caret (or a selection) in it at once: the next key may come before the next frame. */
export function escreverEm(
  campo: HTMLTextAreaElement | null | undefined,
  mudar: () => void,
  de: number,
  ate: number = de,
) {
  flushSync(mudar)
  campo?.focus()
  campo?.setSelectionRange(de, ate)
}
