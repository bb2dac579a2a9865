// What the customer's page gains where scripts run: copying in one press, and nothing sent twice. Without them it is whole.
for (const botao of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('[data-copiar]'))) {
  if (!navigator.clipboard) break
  botao.hidden = false
  const escrito = botao.textContent
  botao.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(document.getElementById(botao.dataset.copiar ?? '')?.textContent ?? '')
      botao.textContent = 'Copiado'
    } catch {
      botao.textContent = 'Toque no código para copiar'
    }
    setTimeout(() => {
      botao.textContent = escrito
    }, 4000)
  })
}
for (const formulario of document.querySelectorAll('form')) {
  formulario.addEventListener('submit', (evento) => {
    if (formulario.dataset.indo) evento.preventDefault()
    formulario.dataset.indo = '1'
  })
}
// A file that is too large is refused before it is sent: over a phone's network sending takes minutes.
for (const campo of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[type=file]'))) {
  campo.addEventListener('change', () => {
    const grande = (campo.files?.[0]?.size ?? 0) > 10 * 1024 * 1024
    campo.setCustomValidity(grande ? 'O arquivo passa de 10 MB. Reduza-o e escolha de novo.' : '')
    campo.reportValidity()
  })
}
// After "back" the forms may be sent again.
addEventListener('pageshow', () => {
  for (const formulario of document.querySelectorAll('form')) delete formulario.dataset.indo
})
