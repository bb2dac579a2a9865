import type { Comando } from '#web/shell/teclas.ts'

/** Presses the lowest hint in view for the command: its key then knows what the customer wrote, as the hint does. */
export function apertarDica(comando: Comando): boolean {
  const vista = document.querySelector('.thread')?.getBoundingClientRect()
  if (!vista) return false
  const dica = [...document.querySelectorAll<HTMLElement>(`.dicas [data-comando=${comando}]`)].findLast((uma) => {
    const { top, bottom } = uma.getBoundingClientRect()
    return top >= vista.top && bottom <= vista.bottom
  })
  dica?.click()
  return dica !== undefined
}
