/** As many as libuv has threads: more at once would only hold more memory, and let more guesses past the count. */
const AO_MESMO_TEMPO = 4
let livres = AO_MESMO_TEMPO
const espera: (() => void)[] = []

/** Runs a password check when its turn comes: few at a time, first come first served. */
export async function emFila<T>(tarefa: () => Promise<T>): Promise<T> {
  if (livres > 0) livres -= 1
  else await new Promise<void>((vez) => espera.push(vez))
  try {
    return await tarefa()
  } finally {
    const proxima = espera.shift()
    if (proxima) proxima()
    else livres += 1
  }
}
