import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { pendencia } from '#web/api/pendencia.ts'
import { inicioDe, irParaEntrada, lembrarOnde, sessaoAtual } from '#web/api/sessao.ts'

/** Signing in is a page of its own, served under the same address; it sends away who is signed in already. */
export function paraEntrada({ preload }: { preload: boolean }) {
  if (preload) return
  irParaEntrada()
  // Nothing is drawn, and the address stays, until the other page is there.
  return new Promise<never>(() => undefined)
}
/** Each role's own start; who has none signs in. */
export function paraInicio(quem: { preload: boolean }) {
  const destino = inicioDe(sessaoAtual()?.user.role)
  if (destino === '/login') return paraEntrada(quem)
  throw redirect({ to: destino, replace: true })
}

/** Signed out → /login; another role → that person's own dashboard, or /login when the role is unknown. */
export const so =
  (papel: 'admin' | 'operador') =>
  ({ location, preload }: { location: ParsedLocation; preload: boolean }) => {
    const sessao = sessaoAtual()
    // A role's address alone is its start.
    const alem = location.pathname.length > papel.length + 2
    if (sessao?.user.role === papel && alem) return soAConta(papel, location.pathname)
    if (!sessao && !preload) lembrarOnde(location.href)
    return paraInicio({ preload })
  }

/** While the server answers nothing else, all that leads elsewhere leads to one's own account. */
function soAConta(papel: 'admin' | 'operador', onde: string) {
  const conta = `/${papel}/conta` as const
  if (pendencia.ler() && onde !== conta) throw redirect({ to: conta, replace: true })
}
