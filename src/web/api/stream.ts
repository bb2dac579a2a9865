import type { Evento } from '#contract/eventos.ts'

export const STREAM_URL = '/api/eventos'
export const STREAM_ACCEPT = 'text/event-stream'
const ESPERA_INICIAL_MS = 1_000
const ESPERA_MAXIMA_MS = 30_000
/** The server says something every twenty seconds: after a sleep, or behind what holds its words back, nothing comes any more. */
const CALADA_MS = 60_000

export type Lido = { tipo: string; dados: Partial<Evento> }
/** What one connection to the event stream reports; `juntos`: how many browsers listen to the same node. */
export type Ouvido = { aberto: true } | { caiu: true } | { recusado: true } | { juntos: number } | { evento: Lido }

/**
 * Listens to the server until aborted, reconnecting with growing pauses. `fetch`, because EventSource cannot send a token.
 * Uses nothing of a page: the shared worker runs it too.
 */
export async function escutar(pedir: () => Promise<Response>, ouvir: (um: Ouvido) => void, signal: AbortSignal) {
  for (let espera = ESPERA_INICIAL_MS; !signal.aborted; ) {
    const abriu = await receber(pedir, ouvir, signal).catch(() => false)
    if (signal.aborted) return
    ouvir({ caiu: true })
    espera = abriu ? ESPERA_INICIAL_MS : Math.min(espera * 2, ESPERA_MAXIMA_MS)
    await dormir(espera * (0.75 + Math.random() / 2), signal)
  }
}

/** Reads one connection, which the signal of its request ends too, to its end; answers whether it ever opened. */
async function receber(pedir: () => Promise<Response>, ouvir: (um: Ouvido) => void, signal: AbortSignal) {
  const resposta = await pedir()
  if (signal.aborted) await resposta.body?.cancel()
  if (resposta.status === 401) ouvir({ recusado: true })
  if (!resposta.ok || !resposta.body || signal.aborted) return false
  ouvir({ aberto: true })
  let resto = ''
  const leitor = resposta.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const relogio = setTimeout(() => leitor.cancel(), CALADA_MS)
    const { done, value } = await leitor.read().catch(() => ({ done: true, value: '' }))
    clearTimeout(relogio)
    if (done) return true
    const blocos = (resto + value).split(/\r?\n\r?\n/)
    resto = blocos.pop() ?? ''
    for (const bloco of blocos) {
      // A comment says how many listen to the same node.
      if (bloco[0] === ':') ouvir({ juntos: +bloco.slice(1) })
      const evento = lerEvento(bloco)
      if (evento) ouvir({ evento })
    }
  }
}

/** One block of the stream: a line `event:` and one `data:`; comments keep the connection alive. */
function lerEvento(bloco: string): Lido | null {
  const campo = (nome: string) => RegExp(`^${nome}: *(.+)`, 'm').exec(bloco)?.[1] ?? ''
  const tipo = campo('event')
  if (!tipo) return null
  try {
    return { tipo, dados: JSON.parse(campo('data')) }
  } catch {
    return { tipo, dados: {} }
  }
}

const dormir = (ms: number, signal: AbortSignal) =>
  new Promise<void>((acordar) => {
    const pronto = () => {
      clearTimeout(relogio)
      signal.removeEventListener('abort', pronto)
      acordar()
    }
    const relogio = setTimeout(pronto, ms)
    signal.addEventListener('abort', pronto)
  })
