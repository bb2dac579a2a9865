/**
 * One connection to the server for all tabs of this browser: over HTTP/1.1 it opens six per site, and a stream keeps its own.
 * Each tab sends its headers when it connects (`entrou`) and says when it goes (`saiu`).
 */
import { escutar, type Ouvido, STREAM_ACCEPT, STREAM_URL } from './stream.ts'

export type Dito = { entrou: Record<string, string> } | { saiu: true }

const abas = new Set<MessagePort>()
let conexao: { token: string | undefined; parar: AbortController; aberta: boolean } | undefined

const scope = self as unknown as { onconnect: (evento: MessageEvent) => void }
scope.onconnect = ({ ports: [aba] }) => {
  if (!aba) return
  aba.onmessage = ({ data }: MessageEvent<Dito>) => ('saiu' in data ? despedir(aba) : receber(aba, data.entrou))
}

function receber(aba: MessagePort, headers: Record<string, string>) {
  abas.add(aba)
  if (conexao?.token !== headers.authorization) abrir(headers)
  else if (conexao?.aberta) aba.postMessage({ aberto: true } satisfies Ouvido)
}

/** A browser has one session: the stream uses the headers of the tab that signed in last. */
function abrir(headers: Record<string, string>) {
  conexao?.parar.abort()
  const esta = { token: headers.authorization, parar: new AbortController(), aberta: false }
  conexao = esta
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
  conexao?.parar.abort()
  conexao = undefined
}
