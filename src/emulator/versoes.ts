import { VERSAO } from './conta.ts'
import { RecusaGraph } from './erros.ts'

/** The versions that live at the end of 2026: a call of an expired one is answered by the oldest. */
const [MAIS_ANTIGA, MAIS_NOVA] = [21, 26]

/**
 * For the router: a current or expired version. Meta takes a future one for the first part of an unknown path.
 */
export const VERSAO_CONHECIDA = '^v(?:[1-9]\\.\\d|1\\d\\.0|2[0-6]\\.0)$'

/** By which version a call is answered: without one, by the application's own. */
export function versaoEfetiva(pedida: string | undefined): string {
  const numero = Number(/^v(\d+)\./.exec(pedida ?? '')?.[1] ?? VERSAO.slice(1, 3))
  return `v${Math.min(Math.max(numero, MAIS_ANTIGA), MAIS_NOVA)}.0`
}

/** Graph names the part of the path that it does not know, from the second on. */
export function caminhoDesconhecido(url: string): RecusaGraph {
  const partes = url.split('?')[0]!.split('/graph/')[1]?.split('/') ?? []
  const semVersao = new RegExp(VERSAO_CONHECIDA).test(partes[0] ?? '') ? partes.slice(2) : partes.slice(1)
  return new RecusaGraph(2500, { titulo: `Unknown path components: /${semVersao.join('/')}` })
}
