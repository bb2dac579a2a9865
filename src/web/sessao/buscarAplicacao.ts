/** The libraries, as the build names them (vite.config.ts). */
const LIBRARY = /\/lib-[\w-]+\.js$/

/**
 * Fetches, without running it, most of what every signed-in screen begins with: the application's own script and the libraries,
 * which its page names. Done while the person types.
 */
export async function buscarAplicacao() {
  const texto = await fetch('/').then(
    (resposta) => resposta.text(),
    () => '', // it comes with the screen then
  )
  const pagina = new DOMParser().parseFromString(texto, 'text/html')
  const scripts = [...pagina.querySelectorAll('script')].map(({ src }) => src).filter(Boolean)
  const named = [...pagina.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href)
  for (const href of [...scripts, ...named.filter((um) => LIBRARY.test(um))])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' }))
}
