import { LIMITES_MIB } from '#domain/importacao.ts'
import type { Desfecho } from '#domain/pasta-vigiada.ts'

export const MIB = 1_048_576
/** No file that is imported is larger: more than this is never brought. */
export const MAIOR_BYTES = Math.max(...Object.values(LIMITES_MIB)) * MIB

/** A file that waits, whole. */
export interface Esperando {
  nome: string
  /** Bytes, as the look found it; null where that is not told. */
  tamanho: number | null
  /** Why it is refused unread. */
  impedimento: string | null
  /** Changes with the file. */
  marca: string
}

/** The folder or bucket cannot be used now; `message` is the Portuguese sentence for administrators. */
export class PastaFora extends Error {
  override name = 'PastaFora'
}

/** Where files are left for us: a folder of this machine, or a place in a bucket. All may throw `PastaFora`. */
export interface Origem {
  /** As administrators read it. */
  onde: string
  /** What is whole, oldest first; what is still arriving waits for another look. */
  olhar(): Promise<Esperando[]>
  /** Copies it to `destino`, never more than `MAIOR_BYTES`; false when it has changed since it was seen. */
  trazer(arquivo: Esperando, destino: string): Promise<boolean>
  /** Writes a report beside the file's new place, from a local file; may be repeated. */
  relatar(desfecho: Desfecho, nome: string, caminho: string): Promise<void>
  /** Moves it away under a new name; does nothing when it is gone. `local`: the downloaded copy, if any. */
  levar(arquivo: Esperando, desfecho: Desfecho, nome: string, local: string | null): Promise<void>
}
