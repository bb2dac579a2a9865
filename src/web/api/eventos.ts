import { useEffect } from 'react'
import type { Evento } from '#contract/eventos.ts'
import { tomar } from './adiantadas.ts'
import { cabecalhos } from './cabecalhos.ts'
import { criarSinal } from './estado.ts'
import { queryClient } from './queryClient.ts'
import { recarregarTudo } from './recarregar.ts'
import { conferirRede } from './rede.ts'
import { recusarSessao, tokenAtual } from './sessao.ts'
import { useSessao } from './useSessao.ts'

type Lido = { tipo: string; dados: Partial<Evento> }
const ENDERECO = '/api/eventos'
const FLUXO = 'text/event-stream'
const ESPERA_INICIAL_MS = 1_000
const ESPERA_MAXIMA_MS = 30_000
const AGRUPAR_MS = 250

const sinal = criarSinal<[tipo: string]>()
/** Told of each kind of live event: `mensagem`, `mensagem_status`, `cliente`, `badges`. */
export const aoReceberEvento = sinal.ouvir

/** Listens to the server while someone is signed in, and refreshes what the events say has changed. */
export function useEventos() {
  const token = useSessao()?.token
  useEffect(() => {
    if (!token) return
    const parar = new AbortController()
    void escutar(parar.signal)
    return () => parar.abort()
  }, [token])
}

async function escutar(signal: AbortSignal) {
  let espera = ESPERA_INICIAL_MS
  let caiu = false
  while (!signal.aborted) {
    const abriu = await receber(signal, () => {
      if (caiu) porEmDia()
    }).catch(() => false)
    if (signal.aborted) return
    void conferirRede() // the line closed: the person should know whether the server is there
    caiu = true
    espera = abriu ? ESPERA_INICIAL_MS : Math.min(espera * 2, ESPERA_MAXIMA_MS)
    await dormir(espera * (0.75 + Math.random() / 2), signal)
  }
}

/** Reads one connection to its end; answers whether it ever opened. EventSource cannot send a token, fetch can. */
async function receber(signal: AbortSignal, aoAbrir: () => void): Promise<boolean> {
  const token = tokenAtual()
  const resposta = await (tomar(ENDERECO) ?? fetch(ENDERECO, { headers: { ...cabecalhos(), accept: FLUXO }, signal }))
  if (resposta.status === 401) recusarSessao(token)
  if (!resposta.ok || !resposta.body) return false
  aoAbrir()
  let resto = ''
  const leitor = resposta.body.pipeThrough(new TextDecoderStream()).getReader()
  signal.addEventListener('abort', () => void leitor.cancel(), { once: true })
  for (;;) {
    const { done, value } = await leitor.read().catch(() => ({ done: true, value: '' }))
    if (done) return true
    const blocos = (resto + value).split(/\r?\n\r?\n/)
    resto = blocos.pop() ?? ''
    for (const bloco of blocos) aplicar(lerEvento(bloco))
  }
}

/** One block of the stream: `event:` and `data:` lines; comments keep the connection alive and say nothing. */
function lerEvento(bloco: string): Lido | null {
  let tipo = ''
  let dados = ''
  for (const linha of bloco.split(/\r?\n/)) {
    if (linha.startsWith('event:')) tipo = linha.slice(6).trim()
    if (linha.startsWith('data:')) dados += linha.slice(5).trim()
  }
  if (!tipo) return null
  try {
    return { tipo, dados: JSON.parse(dados || '{}') }
  } catch {
    return { tipo, dados: {} }
  }
}

function aplicar(evento: Lido | null) {
  if (!evento) return
  sinal.avisar(evento.tipo)
  const id = evento.dados.cliente_id
  if (evento.tipo === 'mensagem' || evento.tipo === 'mensagem_status') invalidar(id ? ['mensagens', id] : ['mensagens'])
  if (evento.tipo === 'mensagem' || evento.tipo === 'cliente') {
    invalidar(id ? ['cliente', id] : ['cliente'])
    for (const chave of ['clientes', 'contas', 'negociacoes', 'dashboard', 'admin']) invalidar([chave])
  }
  // Nobody's customer in particular: the company's WhatsApp may have stopped, or be back.
  if (evento.tipo === 'badges' && !id)
    for (const chave of [['avisos'], ['whatsapp'], ['dashboard', 'admin']]) invalidar(chave)
}

/** A busy minute brings many events: each thing is asked again once per group of them. */
const pendentes = new Map<string, unknown[]>()
function invalidar(chave: unknown[]) {
  if (pendentes.size === 0) setTimeout(descarregar, AGRUPAR_MS)
  pendentes.set(JSON.stringify(chave), chave)
}
function descarregar() {
  const chaves = [...pendentes.values()]
  pendentes.clear()
  // Opening a conversation marks it read: behind another window it waits until someone looks.
  const refetchType = document.hidden ? 'none' : 'active'
  for (const queryKey of chaves) void queryClient.invalidateQueries({ queryKey, refetchType })
}

/** What passed while the line was down is not told again. */
function porEmDia() {
  void recarregarTudo()
  sinal.avisar('badges')
}

const dormir = (ms: number, signal: AbortSignal) =>
  new Promise<void>((acordar) => {
    const relogio = setTimeout(acordar, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(relogio)
      acordar()
    })
  })
