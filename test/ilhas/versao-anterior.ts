import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

export const RAIZ = join(import.meta.dirname, '../..')
const MIGRACOES = 'src/server/db/migrations'

export const git = (...argumentos: string[]): string =>
  execFileSync('git', argumentos, { cwd: RAIZ, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

export interface VersaoAnterior {
  commit: string
  /** What came since. */
  migracoes: string[]
}

/**
 * The commit `de`, or the one before the newest migration; null if git does not have it (no repository, a shallow clone). An
 * uncommitted migration counts as newer than HEAD.
 */
export function versaoAnterior(de?: string): VersaoAnterior | null {
  const lista = (texto: string) => texto.split('\n').filter(Boolean)
  try {
    const porVir = git('ls-files', '--others', '--exclude-standard', '--', MIGRACOES)
    const antes = porVir ? 'HEAD' : `${git('log', '--diff-filter=A', '--format=%H', '-1', '--', MIGRACOES)}^`
    const commit = git('rev-parse', '--verify', '--quiet', `${de ?? antes}^{commit}`)
    const tinha = new Set(lista(git('ls-tree', '--name-only', `${commit}:${MIGRACOES}`)))
    return { commit, migracoes: readdirSync(join(RAIZ, MIGRACOES)).filter((nome) => !tinha.has(nome)) }
  } catch {
    return null
  }
}

/** Its code in a folder below `pasta`, with the current packages, which a release does not change. */
export function copiarCodigo(commit: string, pasta: string): string {
  const codigo = join(pasta, 'anterior')
  mkdirSync(codigo)
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C ${codigo}`], { cwd: RAIZ })
  symlinkSync(join(RAIZ, 'node_modules'), join(codigo, 'node_modules'))
  return codigo
}
