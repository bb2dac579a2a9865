/** Throws the sentence, with what was seen, when what the owner expects is not so. */
export function exigir(certo: unknown, frase: string, visto?: unknown): asserts certo {
  if (!certo) throw new Error(visto === undefined ? frase : `${frase}: ${String(visto)}`)
}
