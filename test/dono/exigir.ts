/** What the owner expects to see, or the sentence of what is not so. */
export function exigir(certo: unknown, frase: string, visto?: unknown): asserts certo {
  if (!certo) throw new Error(visto === undefined ? frase : `${frase}: ${String(visto)}`)
}
