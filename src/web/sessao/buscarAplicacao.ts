/**
 * Fetches, without running it, what every signed-in screen begins with: the application's own page names it.
 * Done while the person types, so that the frame is there when the password is right.
 */
export async function buscarAplicacao() {
  const texto = await fetch('/').then(
    (resposta) => resposta.text(),
    () => '', // it comes with the screen then
  )
  const pagina = new DOMParser().parseFromString(texto, 'text/html')
  for (const { src } of pagina.querySelectorAll('script')) if (src) anunciar('modulepreload', src)
  for (const { rel, href } of pagina.querySelectorAll('link')) {
    if (rel === 'modulepreload') anunciar(rel, href)
    else if (rel === 'stylesheet') anunciar('preload', href, 'style')
  }
}

function anunciar(rel: string, href: string, as = '') {
  const link = document.createElement('link')
  Object.assign(link, { rel, href, crossOrigin: '', as })
  document.head.append(link)
}
