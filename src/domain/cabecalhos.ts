/**
 * Request header (`x-uso: tela`) for requests that a screen makes on its own: badges every 30 s, live events, lists
 * refetched. They do not keep a session alive; a request without the header counts as the user's activity.
 */
export const CABECALHO_DE_USO = 'x-uso'
export const USO_DA_TELA = 'tela'

/**
 * Request header with the query's `busca`, percent-encoded, so that what people search for (names, documents, phones)
 * stays out of URLs, which proxies log. Programs may still use the query's `busca`.
 */
export const CABECALHO_DA_BUSCA = 'x-busca'
