import { createHash } from 'node:crypto'
import { RegraViolada } from '#domain/erros.ts'

/** The version of settings that have no number of their own: it changes with any of them. */
export const versaoDe = (ajustes: object): string =>
  createHash('sha256').update(JSON.stringify(ajustes)).digest('base64url').slice(0, 16)

/** Called under the lock of the settings: refuses what was written upon another version of them. Who says none is not asked. */
export function exigirVersao<V>(dita: V | undefined, emUso: V, frase: string) {
  if (dita !== undefined && dita !== emUso) throw new RegraViolada('versao_antiga', frase)
}
