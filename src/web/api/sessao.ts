import type { Usuario } from '#contract/sessao.ts'
import { criarEstado } from './estado.ts'

export interface Sessao {
  token: string
  user: Usuario
}

const VOLTAR = 'voltar'
const AVISO = 'aviso-da-entrada'
const APAGADOS = 'O que estava escrito e não foi enviado foi apagado deste navegador.'
/** Keys of what was typed (drafts, unsent messages, payments without an answer, a phone for tests), each followed by its person's id. */
const DIGITADOS = /^(?:rascunho|envios|chave|celular-de-teste):(\d+)/
const sessao = criarEstado<Sessao | null>(restaurar())
/** The last person signed in on this page. */
let ultimo = sessao.ler()?.user.id
esquecerDigitados(sessao.ler())
export const { ler: sessaoAtual, ouvir: aoMudarSessao } = sessao

// Signing out (or in) in another tab counts here too.
window.addEventListener('storage', (evento) => {
  if (evento.key === 'token' || evento.key === 'user' || evento.key === null) trocar(restaurar())
})

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
 * Deletes what was typed by anyone but `ficou`: it outlives reloads while its session lasts, but the next person at this
 * browser must not read it. Returns whether there was any.
 */
function esquecerDigitados(ficou: Sessao | null): boolean {
  const deQuemFoi = (chave: string) => {
    const dono = DIGITADOS.exec(chave)?.[1]
    return dono !== undefined && Number(dono) !== ficou?.user.id
  }
  const guardas = [localStorage, sessionStorage]
  const achados = guardas.flatMap((guarda) =>
    Object.keys(guarda)
      .filter(deQuemFoi)
      .map((chave) => ({ guarda, chave })),
  )
  for (const { guarda, chave } of achados) guarda.removeItem(chave)
  return achados.length > 0
}

export const tokenAtual = () => sessaoAtual()?.token ?? null

export function iniciarSessao(nova: Sessao) {
  localStorage.setItem('token', nova.token)
  localStorage.setItem('user', JSON.stringify(nova.user))
  sessionStorage.removeItem(AVISO)
  trocar(nova)
}

/** Ends the session here; the listening application saves the address and goes to /login, which shows `porque`. */
export function encerrarSessao(porque = '') {
  if (!sessaoAtual()) return
  localStorage.removeItem('token')
  localStorage.removeItem('user')
  const apagou = esquecerDigitados(null)
  sessionStorage.setItem(AVISO, porque && apagou ? `${porque} ${APAGADOS}` : porque)
  sessao.trocar(null)
}

/** The server refused this token; a newer one is left alone. */
export function recusarSessao(token: string | null) {
  if (token === tokenAtual()) encerrarSessao('Sua sessão terminou. Entre de novo para continuar de onde parou.')
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
export const lembrarOnde = (endereco: string) => sessionStorage.setItem(VOLTAR, `${ultimo ?? ''} ${endereco}`)
/** The same, for whoever signed in now: another person's is only forgotten; nobody's is where a link led (index.html). */
export function ondeEstava(): string | null {
  const [, dono, endereco = null] = /^(\d*) ?(\/(?!\/).*)$/.exec(sessionStorage.getItem(VOLTAR) ?? '') ?? []
  sessionStorage.removeItem(VOLTAR)
  return !dono || Number(dono) === sessaoAtual()?.user.id ? endereco : null
}
