/**
 * One line to the server for all tabs of this browser: over http/1.1 it gives a site six connections in all, and a line is never
 * given back. Each tab says with which headers to listen when it comes, and says goodbye when it goes.
 */
import { escutar, type Ouvido, STREAM_ACCEPT, STREAM_URL } from './stream.ts'

export type Dito = { entrou: Record<string, string> } | { saiu: true }

const abas = new Set<MessagePort>()
let linha: { token: string | undefined; parar: AbortController; aberta: boolean } | undefined

const aoMundo = self as unknown as { onconnect: (evento: MessageEvent) => void }
aoMundo.onconnect = ({ ports: [aba] }) => {
  if (!aba) return
  aba.onmessage = ({ data }: MessageEvent<Dito>) => ('saiu' in data ? despedir(aba) : receber(aba, data.entrou))
}

function receber(aba: MessagePort, headers: Record<string, string>) {
  abas.add(aba)
  if (linha?.token !== headers.authorization) abrir(headers)
  else if (linha?.aberta) aba.postMessage({ aberto: true } satisfies Ouvido)
}

/** There is one session in a browser: the headers of the last tab to sign in are used. */
function abrir(headers: Record<string, string>) {
  linha?.parar.abort()
  const esta = { token: headers.authorization, parar: new AbortController(), aberta: false }
  linha = esta
  const { signal } = esta.parar
  const pedir = () => fetch(STREAM_URL, { headers: { ...headers, accept: STREAM_ACCEPT }, signal })
  const dizer = (ouvido: Ouvido) => {
    if (signal.aborted) return
    if ('aberto' in ouvido) esta.aberta = true
    if ('caiu' in ouvido) esta.aberta = false
    for (const aba of abas) aba.postMessage(ouvido)
  }
  void escutar(pedir, dizer, signal)
}

function despedir(aba: MessagePort) {
  abas.delete(aba)
  aba.close()
  if (abas.size > 0) return
  linha?.parar.abort()
  linha = undefined
}
