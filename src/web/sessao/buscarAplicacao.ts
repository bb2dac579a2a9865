/** The libraries, as the build names them (vite.config.ts). */
const LIBRARY = /\/lib-[\w-]+\.js$/

/** While the person types, fetches the libraries that every signed-in screen needs (the page at / names them), without running them. */
export async function buscarAplicacao() {
  const texto = await fetch('/').then(
    (resposta) => resposta.text(),
    () => '', // they are fetched with the screen then
  )
  const pagina = new DOMParser().parseFromString(texto, 'text/html')
  for (const { src: href } of pagina.querySelectorAll('script'))
    if (LIBRARY.test(href))
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' }),
      )
}
