import type { CDPSession, Page } from 'playwright-core'

/** A pending request; states use it instead of Playwright's `Route`. */
export interface Pedido {
  request: () => { url: () => string; method: () => string }
  /** The server's own answer to this or another address. */
  fetch: (outro?: { url: string; method: string }) => Promise<Response>
  fulfill: (resposta: Resposta) => Promise<void>
  /** Passes it to the next handler of this address, in the end the server. */
  fallback: () => Promise<void>
}
interface Resposta {
  status?: number
  json?: unknown
  body?: string
  headers?: Record<string, string>
}
interface Parado {
  requestId: string
  request: { url: string; method: string; headers: Record<string, string>; postData?: string }
}
export type Respostas = [RegExp, (pedido: Pedido) => Promise<void>][]

/**
 * Returns a function that registers mocked answers on this page; the last one registered answers first. Playwright's own `route`
 * intercepts every request, scripts and styles too, and disables the cache, which makes each load take half as long again.
 */
export async function interceptar(pagina: Page): Promise<(respostas?: Respostas) => Promise<void>> {
  const cdp = await pagina.context().newCDPSession(pagina)
  let agora: Respostas = []
  cdp.on('Fetch.requestPaused', (parado) => {
    void atender(cdp, parado, agora).catch((erro: unknown) => {
      // The server may be gone too.
      if (!pagina.isClosed()) throw erro
    })
  })
  return async (respostas = []) => {
    agora = respostas
    if (respostas.length === 0) await cdp.send('Fetch.disable')
    else await cdp.send('Fetch.enable', { patterns: respostas.map(([qual]) => ({ urlPattern: aoMenos(qual) })) })
  }
}

/** A Chromium URL pattern that matches everything this regular expression does, and more; the expression then decides. */
export function aoMenos({ source, flags }: RegExp): string {
  const literal = source.replaceAll('\\/', '/').replaceAll(/\(.*\)|\\./g, ' ')
  // Optional parts and alternatives cannot be written as a pattern.
  if (flags.includes('i') || /[[{|]|[\w/-][?*]/.test(literal)) return '*'
  return `*${literal.replaceAll(/[^\w/-]+/g, '*')}*`
}

async function atender(cdp: CDPSession, parado: Parado, respostas: Respostas) {
  const { requestId, request } = parado
  // A page that has navigated or closed no longer waits for an answer.
  const enviar = (feito: Promise<unknown>) =>
    feito.then(
      () => undefined,
      () => undefined,
    )
  const achado = respostas.findLastIndex(([qual]) => qual.test(request.url))
  const [, responder] = respostas[achado] ?? []
  if (!responder) return enviar(cdp.send('Fetch.continueRequest', { requestId }))
  const { url, method, headers, postData } = request
  await responder({
    request: () => ({ url: () => url, method: () => method }),
    fetch: (outro) =>
      outro ? fetch(outro.url, outro) : fetch(url, { method, headers, ...(postData && { body: postData }) }),
    fallback: () => atender(cdp, parado, respostas.slice(0, achado)),
    fulfill: ({ status = 200, json, body = JSON.stringify(json) ?? '', headers = {} }) =>
      enviar(
        cdp.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: status,
          responseHeaders: Object.entries({
            ...(json !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          }).map(([name, value]) => ({ name, value })),
          body: Buffer.from(body).toString('base64'),
        }),
      ),
  })
}
