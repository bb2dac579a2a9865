import { CABECALHO_DE_USO, USO_DA_TELA } from '#domain/cabecalhos.ts'
import { haAlguem } from './presenca.ts'
import { tokenAtual } from './sessao.ts'

/**
 * Headers of every call: made by script, JSON accepted, the CSRF and bearer tokens, and whether anybody is at the page.
 */
export function cabecalhos(chave?: string): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' }
  const csrf = tokenCsrf()
  if (csrf) headers['x-csrf-token'] = csrf
  const token = tokenAtual()
  if (token) headers.authorization = `Bearer ${token}`
  if (!haAlguem()) headers[CABECALHO_DE_USO] = USO_DA_TELA
  if (chave) headers['idempotency-key'] = chave
  return headers
}

function tokenCsrf(): string | undefined {
  const daPagina = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content
  const doCookie = /(?:^|;\s*)XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1]
  return daPagina || (doCookie && decodeURIComponent(doCookie))
}
