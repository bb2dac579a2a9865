/** The libraries, as the build names them (vite.config.ts). */
const LIBRARY = /\/lib-[\w-]+\.js$/

/** Fetches, without running them, the libraries that every signed-in screen begins with, which its page names. Done while the person types. */
export async function buscarAplicacao() {
  const texto = await fetch('/').then(
    (resposta) => resposta.text(),
    () => '', // they come with the screen then
  )
  const pagina = new DOMParser().parseFromString(texto, 'text/html')
  for (const { src: href } of pagina.querySelectorAll('script'))
    if (LIBRARY.test(href))
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' }),
      )
}
