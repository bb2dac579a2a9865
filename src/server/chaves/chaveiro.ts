import { idDaChave } from './derivadas.ts'

interface Chaveiro {
  /** Encrypts and signs from now on. */
  emUso: Buffer
  /** Keys that decrypt: while SECRET_KEY is being changed, the previous and the next one. */
  conhecidas: readonly Buffer[]
}

/** Keyed by the SECRET_KEY that the process started with, so that code holding it sees a change of key. */
const chaveiros = new WeakMap<Buffer, Chaveiro>()

export const chaveEmUso = (chaveSecreta: Buffer): Buffer => chaveiros.get(chaveSecreta)?.emUso ?? chaveSecreta

export const chavesConhecidas = (chaveSecreta: Buffer): readonly Buffer[] =>
  chaveiros.get(chaveSecreta)?.conhecidas ?? [chaveSecreta]

export function aprender(chaveSecreta: Buffer, antiga: Buffer, nova: Buffer, emUso: boolean): void {
  chaveiros.set(chaveSecreta, { emUso: emUso ? nova : antiga, conhecidas: emUso ? [nova, antiga] : [antiga, nova] })
}

/** The known key with this id (`idDaChave`). */
export const conhecidaPor = (chaveSecreta: Buffer, id: Buffer): Buffer | undefined =>
  chavesConhecidas(chaveSecreta).find((uma) => idDaChave(uma).equals(id))
