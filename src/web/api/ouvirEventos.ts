import { cabecalhos } from './cabecalhos.ts'
import type { Dito } from './eventos.worker.ts'
import { escutar, type Ouvido, STREAM_ACCEPT, STREAM_URL } from './stream.ts'

/** A line of the tab's own lasts no longer beside the shared one: six tabs that open together would leave none for anything else. */
const PROPRIA_NO_MAXIMO_MS = 2_000

/**
 * Listens to the server on the line that all tabs share, from the first moment on: on one of the tab's own until the shared one
 * is open, and for good where the browser has no shared workers. Gives the function that ends it.
 */
export function ouvirEventos(ouvir: (um: Ouvido) => void): () => void {
  let propria = escutarSozinha(ouvir)
  const demora = setTimeout(() => {
    propria.abort()
    ouvir({ caiu: true }) // what passes until the shared one is open is read again then
  }, PROPRIA_NO_MAXIMO_MS)
  const soltar = () => {
    clearTimeout(demora)
    propria.abort()
  }
  const sair = ouvirJunto(
    (um) => {
      ouvir(um)
      if ('aberto' in um) soltar()
    },
    () => {
      soltar()
      propria = escutarSozinha(ouvir)
    },
  )
  return () => {
    sair()
    soltar()
  }
}

function escutarSozinha(ouvir: (um: Ouvido) => void): AbortController {
  const parar = new AbortController()
  const { signal } = parar
  const pedir = () => fetch(STREAM_URL, { headers: { ...cabecalhos(), accept: STREAM_ACCEPT }, signal })
  void escutar(pedir, (um) => signal.aborted || ouvir(um), signal)
  return parar
}

/** On the shared line; `aoFaltar`: there is none to be had here. */
function ouvirJunto(ouvir: (um: Ouvido) => void, aoFaltar: () => void): () => void {
  if (typeof SharedWorker === 'undefined') {
    aoFaltar()
    return () => undefined
  }
  const comum = new SharedWorker(new URL('./eventos.worker.ts', import.meta.url), { type: 'module', name: 'eventos' })
  const dizer = (dito: Dito) => comum.port.postMessage(dito)
  let ouvindo = true
  comum.onerror = () => ouvindo && aoFaltar()
  comum.port.onmessage = ({ data }: MessageEvent<Ouvido>) => ouvindo && ouvir(data)
  dizer({ entrou: cabecalhos() })
  return () => {
    ouvindo = false
    dizer({ saiu: true })
  }
}
