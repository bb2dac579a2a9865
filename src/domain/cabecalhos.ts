/**
 * A header by which a screen says that it asks by itself and nobody is at it (`x-uso: tela`): badges every 30 s, live
 * events, lists read again. Such a request does not keep a session alive; without the header it is somebody's doing.
 */
export const CABECALHO_DE_USO = 'x-uso'
export const USO_DA_TELA = 'tela'

/**
 * A header that says the query's `busca`, percent-encoded: what people search by (names, documents, phones) stands in no
 * address then, which proxies write down. The query's own stays good for programs.
 */
export const CABECALHO_DA_BUSCA = 'x-busca'
