// What the customer's page gains where scripts run: copying in one press, nothing sent twice, and nothing lost where the network is
// away. Without them it is whole.
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
const semRede = document.createElement('p')
semRede.className = 'aviso erro'
semRede.role = 'alert'
for (const formulario of document.querySelectorAll('form')) {
  const botao = formulario.querySelector('button')
  const escrito = botao?.innerHTML ?? ''
  formulario.addEventListener('submit', (evento) => {
    if (formulario.dataset.indo) return evento.preventDefault()
    // A second tap goes: some phones say that there is no network when there is.
    const avisado = botao?.previousElementSibling === semRede
    semRede.remove()
    if (!navigator.onLine && !avisado) {
      evento.preventDefault()
      botao?.before(semRede)
      semRede.textContent = 'Sem internet agora. O que você escolheu continua aqui: toque de novo quando ela voltar.'
      return
    }
    formulario.dataset.indo = '1'
    // The door that keeps a form answers a form: gone back to once inside, the browser would ask to send that one again. Not before,
    // because reading the door again would lose it.
    if (formulario.querySelector('[name^="volta."]')) history.replaceState(null, '')
    if (botao) botao.textContent = 'Um instante…'
  })
  const soltar = () => {
    delete formulario.dataset.indo
    if (botao) botao.innerHTML = escrito
  }
  // After "back", and where the browser's Stop held it back, the form may be sent again.
  addEventListener('pageshow', soltar)
  globalThis.navigation?.addEventListener('navigateerror', soltar)
}
addEventListener('online', () => semRede.remove())
// A file that is too large is refused before it is sent: over a phone's network sending takes minutes.
for (const campo of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[type=file]'))) {
  campo.addEventListener('change', () => {
    const grande = (campo.files?.[0]?.size ?? 0) > 10 * 1024 * 1024
    campo.setCustomValidity(grande ? 'O arquivo passa de 10 MB. Reduza-o e escolha de novo.' : '')
    campo.reportValidity()
  })
}
