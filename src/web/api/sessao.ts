import type { Usuario } from '#contract/sessao.ts'

export interface Sessao {
  token: string
  user: Usuario
}

const VOLTAR = 'voltar'
const AVISO = 'aviso-da-entrada'
let atual: Sessao | null = restaurar()
const ouvintes = new Set<() => void>()

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

function trocar(sessao: Sessao | null) {
  atual = sessao
  for (const avisar of ouvintes) avisar()
}

export const sessaoAtual = () => atual
export const tokenAtual = () => atual?.token ?? null

export function iniciarSessao(sessao: Sessao) {
  localStorage.setItem('token', sessao.token)
  localStorage.setItem('user', JSON.stringify(sessao.user))
  sessionStorage.removeItem(AVISO)
  trocar(sessao)
}

/** Forgets the session; the application, listening, remembers where one was and goes to /login, which tells why. */
export function encerrarSessao(porque = '') {
  if (!atual) return
  sessionStorage.setItem(AVISO, porque)
  localStorage.removeItem('token')
  localStorage.removeItem('user')
  trocar(null)
}

/** The server knows this token no more; one that came after it is another matter. */
export function recusarSessao(token: string | null) {
  if (token === tokenAtual()) encerrarSessao('Sua sessão terminou. Entre de novo para continuar de onde parou.')
}

export function aoMudarSessao(avisar: () => void) {
  ouvintes.add(avisar)
  return () => {
    ouvintes.delete(avisar)
  }
}

/** Each role's own dashboard; an unknown role has none. */
export function inicioDe(role: string | undefined): '/admin/dashboard' | '/operador/dashboard' | '/login' {
  if (role === 'admin') return '/admin/dashboard'
  return role === 'operador' ? '/operador/dashboard' : '/login'
}

/** The sign-in page is another document: nothing of who was here stays in memory. */
export const irParaEntrada = () => window.location.replace('/login')

/** Why one has to sign in again, or nothing. */
export const avisoDaEntrada = () => sessionStorage.getItem(AVISO) ?? ''

/** Where one was when the session ended, kept for this tab until the next sign-in. */
export const lembrarOnde = (endereco: string) => sessionStorage.setItem(VOLTAR, endereco)
export function ondeEstava(): string | null {
  const endereco = sessionStorage.getItem(VOLTAR)
  sessionStorage.removeItem(VOLTAR)
  return endereco?.startsWith('/') && !endereco.startsWith('//') ? endereco : null
}
