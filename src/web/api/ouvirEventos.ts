import { cabecalhos } from './cabecalhos.ts'
import type { Dito } from './eventos.worker.ts'
import { escutar, type Ouvido, STREAM_ACCEPT, STREAM_URL } from './stream.ts'

/** A tab's own connection ends after this long: six tabs opened together would use up the browser's six. */
const PROPRIA_NO_MAXIMO_MS = 2_000

/**
 * Listens on the connection that all tabs share; on one of its own until that is open, and for good where there are no
 * shared workers. Returns what stops it.
 */
export function ouvirEventos(ouvir: (um: Ouvido) => void): () => void {
  let propria = escutarSozinha(ouvir)
  const demora = setTimeout(() => {
    propria.abort()
    ouvir({ caiu: true }) // so that what is missed until the shared one is open is refetched then
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

/** Uses the shared connection; calls `aoFaltar` where the browser has none. */
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
