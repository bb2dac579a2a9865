import { type ParsedLocation, redirect } from '@tanstack/react-router'
import type { Papel } from '#domain/usuario.ts'
import { pendencia } from '#web/api/pendencia.ts'
import { inicioDe, irParaEntrada, sessaoAtual } from '#web/api/sessao.ts'

/** Sign-in is another document, served at /login; it redirects those already signed in. */
export function paraEntrada({ preload }: { preload: boolean }) {
  if (preload) return
  irParaEntrada()
  // Nothing is drawn, and the address stays, until the other page is there.
  return new Promise<never>(() => undefined)
}
/** Redirects to the role's dashboard or, without a known role, to sign-in. */
export function paraInicio(quem: { preload: boolean }) {
  const destino = inicioDe(sessaoAtual()?.user.role)
  if (destino === '/login') return paraEntrada(quem)
  throw redirect({ to: destino, replace: true })
}

/** Signed out → /login; another role → that person's own dashboard, or /login when the role is unknown. */
export const so =
  (papel: Papel) =>
  ({ location, preload }: { location: ParsedLocation; preload: boolean }) => {
    // The role's address alone (`/admin`) redirects to its dashboard.
    const alem = location.pathname.length > papel.length + 2
    if (sessaoAtual()?.user.role === papel && alem) return soAConta(papel, location.pathname)
    return paraInicio({ preload })
  }

/** While a `pendencia` stands, every address of the role redirects to the person's own account. */
function soAConta(papel: Papel, onde: string) {
  const conta = `/${papel}/conta` as const
  if (pendencia.ler() && onde !== conta) throw redirect({ to: conta, replace: true })
}
