import { MuitasTentativas } from '#domain/erros.ts'

/** As many as libuv has threads: more at once would only hold more memory. */
const AO_MESMO_TEMPO = 4
/** Capacity of each queue: some two seconds of work. Beyond it requests get 429 instead of waiting. */
const MAIOR_ESPERA = 64
/** How many of one origin may wait or be served: nobody fills a line alone. */
const MAIOR_PARTE = 12
const VOLTE_EM_S = 5

/** Which queue a request joins: known people (by session or browser) do not wait behind strangers. */
export interface Vez {
  conhecida: boolean
  /** The address of a stranger; the e-mail of whoever is known. */
  de: string
}

type Espera = (() => void)[]

/** A queue for costly work: few tasks at a time, known people first, with limits per queue and per origin (429). */
export function criarFilaDeSenhas(aoMesmoTempo = AO_MESMO_TEMPO) {
  const linhas: { conhecidas: Espera; estranhas: Espera } = { conhecidas: [], estranhas: [] }
  const partes = new Map<string, number>()
  let livres = aoMesmoTempo

  /** Runs the task when its turn comes. */
  return async function naFilaDeSenhas<T>({ conhecida, de }: Vez, tarefa: () => Promise<T>): Promise<T> {
    const linha = conhecida ? linhas.conhecidas : linhas.estranhas
    const chave = `${conhecida} ${de}`
    const parte = partes.get(chave) ?? 0
    if (linha.length >= MAIOR_ESPERA || parte >= MAIOR_PARTE) throw new MuitasTentativas(VOLTE_EM_S, FRASE)
    partes.set(chave, parte + 1)
    try {
      if (livres > 0) livres -= 1
      else await new Promise<void>((vez) => linha.push(vez))
      try {
        return await tarefa()
      } finally {
        const proxima = linhas.conhecidas.shift() ?? linhas.estranhas.shift()
        if (proxima) proxima()
        else livres += 1
      }
    } finally {
      const resta = (partes.get(chave) ?? 1) - 1
      if (resta > 0) partes.set(chave, resta)
      else partes.delete(chave)
    }
  }
}

const FRASE = `Há entradas demais ao mesmo tempo. Espere ${VOLTE_EM_S} segundos e tente de novo.`

/** The one of this process, for everything that compares a password. */
export const naFilaDeSenhas = criarFilaDeSenhas()
