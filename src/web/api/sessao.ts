import type { Usuario } from '#contract/sessao.ts'
import { criarEstado } from './estado.ts'

export interface Sessao {
  /** Empty once it ended over something typed: the screen waits, covered, for the same person (shell/sessaoTerminada.ts). */
  token: string
  user: Usuario
}

const VOLTAR = 'voltar'
const AVISO = 'aviso-da-entrada'
const TERMINADA = 'Sua sessão terminou. Entre de novo para continuar de onde parou.'
/** The id of who did not leave, but whose session ended: what they typed waits for them, and for nobody else. */
const TERMINOU = 'terminou'
/** Keys of what was typed (drafts, unsent messages, payments without an answer, a phone for tests), each followed by its person's id. */
const DIGITADOS = /^(?:rascunho|envios|chave|celular-de-teste):(\d+)/
const sessao = criarEstado<Sessao | null>(restaurar())
/** The last person signed in on this page. */
let ultimo = sessao.ler()?.user.id
esquecerDigitados(sessao.ler())
export const { ler: sessaoAtual, ouvir: aoMudarSessao } = sessao

// Signing out (or in) in another tab counts here too; a page that the browser had put aside heard nothing of it.
for (const quando of ['storage', 'focus', 'pageshow']) window.addEventListener(quando, reler)
function reler() {
  const nova = restaurar() ?? coberta()
  if (nova?.token === sessaoAtual()?.token && nova?.user.id === sessaoAtual()?.user.id) return
  guardar(sessionStorage, AVISO, quemTerminou() ? TERMINADA : '')
  trocar(nova)
}

function guardar(guarda: Storage, chave: string, valor: string) {
  try {
    guarda.setItem(chave, valor)
  } catch {
    // The browser keeps no more: the session ends all the same.
  }
}

function quemTerminou() {
  return Number(localStorage.getItem(TERMINOU)) || undefined
}

/** The session without its token, where its person may come back to something that would be lost. */
function coberta(): Sessao | null {
  const sessao = sessaoAtual()
  if (!sessao || sessao.user.id !== quemTerminou()) return null
  const perderia = sessao.token === '' || !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  return perderia ? { ...sessao, token: '' } : null
}

/** The session as kept under the keys `token` and `user`; anything unreadable counts as signed out. */
function restaurar(): Sessao | null {
  try {
    const token = localStorage.getItem('token')
    const user = JSON.parse(localStorage.getItem('user') ?? 'null') as Usuario | null
    return token && user ? { token, user } : null
  } catch {
    return null
  }
}

function trocar(nova: Sessao | null) {
  esquecerDigitados(nova)
  ultimo = nova?.user.id ?? ultimo
  sessao.trocar(nova)
}

/**
 * Deletes what was typed by anyone but who is signed in, or else was until their session ended by itself: it outlives
 * reloads, but the next person at this browser must not read it.
 */
function esquecerDigitados(sessao: Sessao | null) {
  const ficou = sessao?.user.id ?? quemTerminou()
  for (const guarda of [localStorage, sessionStorage])
    for (const chave of Object.keys(guarda)) {
      const dono = DIGITADOS.exec(chave)?.[1]
      if (dono !== undefined && Number(dono) !== ficou) guarda.removeItem(chave)
    }
}

export const tokenAtual = () => sessaoAtual()?.token ?? null

export function iniciarSessao(nova: Sessao) {
  localStorage.setItem('token', nova.token)
  localStorage.setItem('user', JSON.stringify(nova.user))
  localStorage.removeItem(TERMINOU)
  sessionStorage.removeItem(AVISO)
  trocar(nova)
}

/**
 * Ends the session here; the listening application saves the address and goes to /login, which shows `porque`. Without one the
 * person left, and what they typed goes too.
 */
export function encerrarSessao(porque = '', aSeguir: () => Sessao | null = () => null) {
  const sessao = sessaoAtual()
  // Who leaves may find that their session had ended: they leave all the same.
  if (!sessao && porque) return
  const dizer = () =>
    porque ? guardar(localStorage, TERMINOU, `${sessao?.user.id}`) : localStorage.removeItem(TERMINOU)
  // First, as the other tabs hear of each in turn; and again, where nothing more fitted beside the token.
  dizer()
  localStorage.removeItem('token')
  localStorage.removeItem('user')
  dizer()
  guardar(sessionStorage, AVISO, porque)
  trocar(aSeguir())
}

/** The server refused this token; a newer one, were it another tab's, is left alone. */
export function recusarSessao(token: string | null) {
  reler()
  if (token === tokenAtual()) encerrarSessao(TERMINADA, coberta)
}

/** Each role's own dashboard; an unknown role has none. */
export function inicioDe(role: string | undefined): '/admin/dashboard' | '/operador/dashboard' | '/login' {
  if (role === 'admin') return '/admin/dashboard'
  return role === 'operador' ? '/operador/dashboard' : '/login'
}

/** The sign-in page is another document: nothing of whoever was here stays in memory. */
export const irParaEntrada = () => window.location.replace('/login')

/** Why the person has to sign in again, if there is a reason to tell. */
export const avisoDaEntrada = () => sessionStorage.getItem(AVISO) ?? ''

/** The address when the session ended, which may hold a search: kept for this tab until the next sign-in, with whose it was. */
export const lembrarOnde = (endereco: string) => guardar(sessionStorage, VOLTAR, `${ultimo ?? ''} ${endereco}`)
/** The same, for whoever signed in now: another person's is only forgotten; nobody's is where a link led (index.html). */
export function ondeEstava(): string | null {
  const [, dono, endereco = null] = /^(\d*) ?(\/(?!\/).*)$/.exec(sessionStorage.getItem(VOLTAR) ?? '') ?? []
  sessionStorage.removeItem(VOLTAR)
  return !dono || Number(dono) === sessaoAtual()?.user.id ? endereco : null
}
