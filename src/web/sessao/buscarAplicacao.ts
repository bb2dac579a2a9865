/** The libraries, as the build names them (vite.config.ts): nine tenths of what the application begins with. */
const LIBRARY = /\/lib-[\w-]+\.js$/

/**
 * Fetches, without running them, the libraries that every signed-in screen begins with: the application's own page names
 * them. Done while the person types.
 */
export async function buscarAplicacao() {
  const texto = await fetch('/').then(
    (resposta) => resposta.text(),
    () => '', // they come with the screen then
  )
  const pagina = new DOMParser().parseFromString(texto, 'text/html')
  for (const { href } of pagina.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
    if (!LIBRARY.test(href)) continue
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' }))
  }
}
