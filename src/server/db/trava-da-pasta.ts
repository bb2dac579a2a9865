import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FalhaAoIniciar, porqueFalhou } from './falha-ao-iniciar.ts'

const SQLITE_BUSY = 5
/** In a folder that is, or was, in use. */
export const TRAVA = 'em-uso'

/** A handle without references would be garbage-collected, and its lock released. */
const mantidas = new Set<DatabaseSync>()

/** As `travarPasta`; null when it may not. */
export function tentarTravar(pastaDados: string): (() => Promise<void>) | null {
  try {
    return travarPasta(pastaDados)
  } catch (erro) {
    if (erro instanceof FalhaAoIniciar) return null
    throw erro
  }
}

/**
 * Allows only one program at a time on one DATA_DIR. It is an operating system lock on a file of the folder, taken through
 * SQLite, which Node includes: it works between containers that share the folder, and the system releases it whenever the process
 * dies, so no stale lock ever has to be removed by hand.
 */
export function travarPasta(pastaDados: string): () => Promise<void> {
  try {
    const trava = new DatabaseSync(join(pastaDados, TRAVA))
    trava.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
    mantidas.add(trava)
    return async () => {
      mantidas.delete(trava)
      trava.close()
    }
  } catch (erro) {
    if ((erro as { errcode?: number }).errcode !== SQLITE_BUSY) throw porqueFalhou(erro, pastaDados)
    throw new FalhaAoIniciar(
      `O sistema já está em execução com a pasta ${pastaDados}. Pare o outro, ou escolha outra pasta com DATA_DIR.`,
    )
  }
}
