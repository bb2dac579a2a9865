/** Where one answers: the message's field or, while the 24-hour window is closed, the template that is chosen. */
export const irParaResposta = () =>
  document.querySelector<HTMLElement>('[data-campo-da-mensagem] textarea, .modelos .bola:checked')?.focus()
