import type { Cliente } from '#contract/clientes.ts'
import type { Evento } from '#contract/eventos.ts'
import { callApi } from '#web/api/callApi.ts'
import { ErroDaApi } from '#web/api/erro.ts'
import { aoReceberEvento } from '#web/api/eventos.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { lerEscolha } from './comoAvisar.ts'
import { mostrarContagem, notificar, tocar } from './sinais.ts'

/** An open conversation marks its messages as read within this time, in any tab: only what is then unread is announced. */
const LEITURA_MS = 950
const MAIOR_TRECHO = 120
/** The localStorage key of the tab that has the focus, of all tabs of this browser. */
const COM_FOCO = 'aba-com-foco'

/**
 * Tells an operator that a customer they serve wrote: the number unread in the title and icon of every tab; in the focused
 * tab, who wrote; with no tab focused, one notification and one sound, as chosen. So also of what an administrator decides of their
 * agreements. Returns the function that stops it.
 */
export function vigiarNovasMensagens(usuarioId: number, abrir: (clienteId: number) => void): () => void {
  const foco = marcarFoco()
  const leader = electLeader()
  const parar = new AbortController()
  const dizer = (noticia: Noticia) => contar(noticia, { usuarioId, leader: leader.sou(), abrir })
  const guardar = guardarAteOFoco(dizer, parar.signal)
  const contarDecisao = async (acordo: Partial<Evento>) => {
    const noticia = await lerDecisao(acordo, parar.signal)
    if (parar.signal.aborted) return
    guardar(noticia)
    dizer(noticia)
  }
  let conhecidas: Map<number, number> | undefined
  let relogio: ReturnType<typeof setTimeout> | undefined
  const olhar = async () => {
    const lista = await lerNaoLidas().catch(() => undefined) // the next event, or the next look, retries
    if (!lista) return
    mostrarContagem(lista.nao_lidas)
    const antes = conhecidas
    conhecidas = new Map(lista.data.map(({ id, nao_lidas }) => [id, nao_lidas]))
    const nova = antes && lista.data.find(({ id, nao_lidas }) => nao_lidas > (antes.get(id) ?? 0))
    if (nova) dizer(deQuemEscreveu(nova))
  }
  const depois = () => {
    clearTimeout(relogio)
    relogio = setTimeout(() => void olhar(), LEITURA_MS)
  }
  const calar = aoReceberEvento((tipos, acordo) => {
    if (acordo) void contarDecisao(acordo)
    else if (/mensagem|cliente/.test(tipos)) depois()
  })
  document.addEventListener('visibilitychange', depois)
  void olhar()
  return () => {
    clearTimeout(relogio)
    parar.abort()
    calar()
    document.removeEventListener('visibilitychange', depois)
    foco.soltar()
    leader.soltar()
    mostrarContagem(0)
  }
}

/** The customers one serves who have unread messages. */
const lerNaoLidas = () =>
  callApi('GET /api/operador/clientes/carteira', {
    query: { status: 'em_atendimento', nao_lidas: 'com', page: 1, per_page: 100 },
  })

interface Noticia {
  /** Whom to open; 0 when they are another operator's. */
  clienteId: number
  titulo: string
  texto: string
  /** Both in one sentence. */
  frase: string
}

function deQuemEscreveu({ id, nome, ultima_mensagem }: Cliente): Noticia {
  const texto = ultima_mensagem?.conteudo.slice(0, MAIOR_TRECHO) ?? ''
  return { clienteId: id, titulo: nome, texto, frase: texto ? `${nome}: “${texto}”` : `${nome} escreveu.` }
}

/** What became of an agreement that waited; a customer of another operator by now is told of without a name, and not offered. */
async function lerDecisao({ cliente_id, status }: Partial<Evento>, signal: AbortSignal): Promise<Noticia> {
  let clienteId = cliente_id!
  const texto = await callApi('GET /api/operador/clientes/:id', { params: { id: clienteId } }, { signal }).then(
    ({ nome }) => nome,
    (erro) => {
      if (!(erro instanceof ErroDaApi && erro.status === 404)) return ''
      clienteId = 0
      return 'O cliente está com outro operador.'
    },
  )
  const titulo = `Acordo ${status === 'ativa' ? 'aprovado' : status === 'expirada' ? 'expirado' : 'recusado'}`
  return { clienteId, titulo, texto, frase: texto ? `${titulo}: ${texto}` : titulo }
}

/**
 * Keeps what is told while no tab has the focus, which nothing on the screens says later, as the unread count does of a message: the
 * first tab to get it says all of it, and the others forget it.
 */
function guardarAteOFoco(dizer: (todas: Noticia) => void, signal: AbortSignal) {
  let guardadas: Noticia[] = []
  const dizerTodas = () => {
    const [todas, ultima] = [guardadas, guardadas.at(-1)]
    guardadas = []
    if (ultima) dizer({ ...ultima, frase: todas.map(({ frase }) => frase).join('; ') })
  }
  const esquecer = ({ key, newValue }: StorageEvent) => {
    if (key === COM_FOCO && newValue !== null) guardadas = []
  }
  window.addEventListener('focus', dizerTodas, { signal })
  window.addEventListener('storage', esquecer, { signal })
  return (noticia: Noticia) => {
    if (!document.hasFocus() && localStorage.getItem(COM_FOCO) === null) guardadas.push(noticia)
  }
}

interface A {
  usuarioId: number
  leader: boolean
  abrir: (clienteId: number) => void
}

function contar({ clienteId, titulo, texto, frase }: Noticia, { usuarioId, leader, abrir }: A) {
  const { notificacao, som } = lerEscolha(usuarioId)
  const ver = () => clienteId && abrir(clienteId)
  if (document.hasFocus()) {
    avisar(frase, clienteId ? { rotulo: 'Abrir', fazer: ver } : undefined)
    if (som) tocar()
  } else if (leader && localStorage.getItem(COM_FOCO) === null) {
    if (notificacao) notificar({ chave: `cliente-${clienteId}`, titulo, texto, aoAbrir: ver })
    if (som) tocar()
  }
}

/** Tells the other tabs which one has the focus. */
function marcarFoco() {
  const aba = crypto.getRandomValues(new Uint32Array(1)).join()
  const ganhar = () => localStorage.setItem(COM_FOCO, aba)
  const perder = () => {
    if (localStorage.getItem(COM_FOCO) === aba) localStorage.removeItem(COM_FOCO)
  }
  if (document.hasFocus()) ganhar()
  window.addEventListener('focus', ganhar)
  for (const fim of ['blur', 'pagehide']) window.addEventListener(fim, perder)
  return {
    soltar() {
      perder()
      window.removeEventListener('focus', ganhar)
      for (const fim of ['blur', 'pagehide']) window.removeEventListener(fim, perder)
    },
  }
}

/** Leader election among the tabs (Web Locks): only the leader notifies; without locks, as on plain http, each tab does. */
function electLeader() {
  let sou = !navigator.locks
  let acabou = false
  let soltar = () => {
    acabou = true
  }
  void navigator.locks?.request('porta-voz', () => {
    // Ended while waiting for the lock: holding it now would leave no tab to notify.
    if (acabou) return
    sou = true
    return new Promise<void>((feito) => {
      soltar = feito
    })
  })
  return { sou: () => sou, soltar: () => soltar() }
}
