import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** At most this many messages are drawn, and this many come or go at a time. */
const MAXIMO = 150
const PASSO = 25
const PERTO_DO_FIM_PX = 80
const PERTO_DA_BORDA_PX = 700

interface Leitura {
  ids: readonly number[]
  temAntes: boolean
  /** Messages that the server does not have yet, at the very end. */
  esperando: number
  /** The first one that was unread: where reading begins. */
  primeiraNova: number | null
  carregarAntes: () => Promise<void>
}

/**
 * Which stretch of a conversation is on screen, and where. Who is at the end stays there; who reads above is not moved by what
 * arrives, nor when earlier messages come above: the message being read keeps its place.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one place in the thread, which every part of it reads and moves
export function useLeitura({ ids, temAntes, esperando, primeiraNova, carregarAntes }: Leitura) {
  const moldura = useRef<HTMLDivElement>(null)
  const conteudo = useRef<HTMLDivElement>(null)
  /** By the ids at its ends; `ate` null follows the end of the conversation. */
  const [trecho, setTrecho] = useState<{ de: number; ate: number | null } | null>(null)
  const [carregando, setCarregando] = useState(false)
  const [longe, setLonge] = useState(false)
  const [novas, setNovas] = useState(0)
  const noFim = useRef(true)
  const topo = useRef(0)
  const pediu = useRef(false)
  const ancora = useRef<{ chave: string; y: number } | null>(null)
  const visto = useRef({ ultima: 0, esperando: 0, comecou: false })

  const fim = trecho?.ate ? ids.indexOf(trecho.ate) + 1 || ids.length : ids.length
  const guardado = trecho ? ids.indexOf(trecho.de) : -1
  const nova = primeiraNova === null ? -1 : ids.indexOf(primeiraNova)
  const inicio = Math.max(
    guardado >= 0 ? guardado : Math.min(fim - PASSO, nova < 0 ? fim : nova),
    trecho?.ate ? 0 : ids.length - MAXIMO,
    0,
  )

  const mudarTrecho = (de: number, ate: number) => {
    ancora.current = lerAncora(moldura.current)
    setTrecho({ de: ids[Math.max(0, de)] ?? 0, ate: ate >= ids.length ? null : (ids[ate - 1] ?? null) })
  }
  const verAntes = async () => {
    if (carregando) return
    if (inicio > 0) return mudarTrecho(inicio - PASSO, Math.min(fim, inicio - PASSO + MAXIMO))
    if (!temAntes) return
    setCarregando(true)
    pediu.current = true
    await carregarAntes().finally(() => setCarregando(false))
  }
  const verDepois = () => {
    if (fim < ids.length) mudarTrecho(Math.max(inicio, fim + PASSO - MAXIMO), fim + PASSO)
  }

  const aoRolar = () => {
    const elemento = moldura.current
    if (!elemento) return
    const resta = elemento.scrollHeight - elemento.scrollTop - elemento.clientHeight
    // Only scrolling up leaves the end; a frame that shrinks or a message that grows does not.
    const subiu = elemento.scrollTop < topo.current - 1
    topo.current = elemento.scrollTop
    noFim.current = fim === ids.length && (resta < PERTO_DO_FIM_PX || (noFim.current && !subiu))
    if (noFim.current) setNovas(0)
    setLonge(!noFim.current && (fim < ids.length || resta > elemento.clientHeight))
    if (elemento.scrollTop < PERTO_DA_BORDA_PX) void verAntes()
    else if (resta < PERTO_DA_BORDA_PX) verDepois()
  }
  const descer = useCallback(() => {
    noFim.current = true
    setTrecho(null)
    setNovas(0)
    setLonge(false)
    requestAnimationFrame(() => moldura.current?.scrollTo({ top: moldura.current.scrollHeight }))
  }, [])

  // What is being read keeps its place, or the end stays the end.
  const ultima = ids.at(-1) ?? 0
  useLayoutEffect(() => {
    const elemento = moldura.current
    if (!elemento || ids.length + esperando === 0) return
    const antes = visto.current
    visto.current = { ultima, esperando, comecou: true }
    if (!antes.comecou) return abrirEm(elemento, primeiraNova, noFim)
    if (esperando > antes.esperando) noFim.current = true // what one sends is seen
    if (ancora.current && !noFim.current) return voltarPara(elemento, ancora)
    if (noFim.current) elemento.scrollTop = elemento.scrollHeight
    else if (ultima > antes.ultima) setNovas((n) => n + ids.length - 1 - ids.indexOf(antes.ultima))
  }, [ids, ultima, esperando, primeiraNova])
  // Earlier messages were requested and arrived: the stretch on screen grows upwards into them.
  const primeira = ids[0] ?? 0
  const primeiraVista = useRef(primeira)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival of earlier messages matters
  useLayoutEffect(() => {
    const chegaram = pediu.current && primeira < primeiraVista.current
    primeiraVista.current = primeira
    if (!chegaram) return
    pediu.current = false
    mudarTrecho(inicio - PASSO, Math.min(fim, inicio - PASSO + MAXIMO))
  }, [primeira])
  useLayoutEffect(() => {
    if (trecho && moldura.current && ancora.current && !noFim.current) voltarPara(moldura.current, ancora)
  }, [trecho])

  // A picture that arrives, a failure told below its message, a taller composer: the end stays the end.
  useEffect(() => {
    const elemento = moldura.current
    if (!elemento || !conteudo.current) return
    const observador = new ResizeObserver(() => {
      if (noFim.current) elemento.scrollTop = elemento.scrollHeight
    })
    observador.observe(elemento)
    observador.observe(conteudo.current)
    return () => observador.disconnect()
  }, [])

  return { moldura, conteudo, inicio, fim, carregando, novas, longe, aoRolar, descer }
}

/** Opens at the last message, or where what is unread begins when that is further up than the view. */
function abrirEm(elemento: HTMLElement, primeiraNova: number | null, noFim: { current: boolean }) {
  elemento.scrollTop = elemento.scrollHeight
  const nova = primeiraNova && elemento.querySelector<HTMLElement>(`[data-chave="mensagem-${primeiraNova}"]`)
  if (!nova) return
  const y = nova.getBoundingClientRect().top - elemento.getBoundingClientRect().top
  if (y >= 0) return
  noFim.current = false
  elemento.scrollTop += y - 64
}

/** The first message in view; a day's heading would not do, for it moves up with the day's earlier messages. */
function lerAncora(elemento: HTMLElement | null) {
  if (!elemento) return null
  const topo = elemento.getBoundingClientRect().top
  for (const item of elemento.querySelectorAll<HTMLElement>('[data-chave^=mensagem]')) {
    const y = item.getBoundingClientRect().top - topo
    if (y >= 0) return { chave: item.dataset.chave ?? '', y }
  }
  return null
}

function voltarPara(elemento: HTMLElement, ancora: { current: { chave: string; y: number } | null }) {
  if (!ancora.current) return
  const item = elemento.querySelector<HTMLElement>(`[data-chave="${ancora.current.chave}"]`)
  if (item) {
    const y = item.getBoundingClientRect().top - elemento.getBoundingClientRect().top
    elemento.scrollTop += y - ancora.current.y
  }
  ancora.current = null
}
