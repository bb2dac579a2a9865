/** Throws the sentence, with what was seen, when the owner's expectation is not met. */
export function exigir(certo: unknown, frase: string, visto?: unknown): asserts certo {
  if (!certo) throw new Error(visto === undefined ? frase : `${frase}: ${String(visto)}`)
}
