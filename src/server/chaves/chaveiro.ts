import { idDaChave } from './derivadas.ts'

interface Chaveiro {
  /** What is closed and signed with from now on. */
  emUso: Buffer
  /** What opens: while SECRET_KEY changes, the one of before and the next. */
  conhecidas: readonly Buffer[]
}

/** By the SECRET_KEY that a process was given: all that has it in hand learns of a change without being handed another. */
const chaveiros = new WeakMap<Buffer, Chaveiro>()

export const chaveEmUso = (chaveSecreta: Buffer): Buffer => chaveiros.get(chaveSecreta)?.emUso ?? chaveSecreta

export const chavesConhecidas = (chaveSecreta: Buffer): readonly Buffer[] =>
  chaveiros.get(chaveSecreta)?.conhecidas ?? [chaveSecreta]

export function aprender(chaveSecreta: Buffer, antiga: Buffer, nova: Buffer, emUso: boolean): void {
  chaveiros.set(chaveSecreta, { emUso: emUso ? nova : antiga, conhecidas: emUso ? [nova, antiga] : [antiga, nova] })
}

/** Of the known ones, that which has this id (`idDaChave`). */
export const conhecidaPor = (chaveSecreta: Buffer, id: Buffer): Buffer | undefined =>
  chavesConhecidas(chaveSecreta).find((uma) => idDaChave(uma).equals(id))
