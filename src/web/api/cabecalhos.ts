import { tokenAtual } from './sessao.ts'

/** Script-made, JSON accepted, a CSRF token when the page or a cookie carries one, and the bearer token. */
export function cabecalhos(chave?: string): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' }
  const csrf = tokenCsrf()
  if (csrf) headers['x-csrf-token'] = csrf
  const token = tokenAtual()
  if (token) headers.authorization = `Bearer ${token}`
  if (chave) headers['idempotency-key'] = chave
  return headers
}

function tokenCsrf(): string | undefined {
  const daPagina = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content
  const doCookie = /(?:^|;\s*)XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
  return daPagina || (doCookie && decodeURIComponent(doCookie))
}
