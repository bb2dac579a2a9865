import { createHash } from 'node:crypto'
import { RegraViolada } from '#domain/erros.ts'

/** The version of settings that have no number of their own: it changes with any of them. */
export const versaoDe = (ajustes: object): string =>
  createHash('sha256').update(JSON.stringify(ajustes)).digest('base64url').slice(0, 16)

interface Comparada<V> {
  /** What is written is what is in use. */
  igual: boolean
  /** The version written upon; who says none is not asked. */
  dita: V | undefined
  emUso: V
  frase: string
}

/**
 * Called under the lock of the settings: whether there is anything to change. The same again passes before any version is compared, since
 * it may be one's own, sent again after its answer was lost; what was written upon another version is refused.
 */
export function haMudanca<V>({ igual, dita, emUso, frase }: Comparada<V>): boolean {
  if (igual) return false
  if (dita !== undefined && dita !== emUso) throw new RegraViolada('versao_antiga', frase)
  return true
}
