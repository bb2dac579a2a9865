/** A repeatable stream of chance (mulberry32): the same seed tells the same story. */
export interface Sorteio {
  /** In [0, 1). */
  numero(): number
  inteiro(de: number, ate: number): number
  escolher<T>(lista: readonly T[]): T
  chance(probabilidade: number): boolean
}

export function criarSorteio(semente: number): Sorteio {
  let estado = semente >>> 0
  const numero = () => {
    estado = (estado + 0x6d2b79f5) >>> 0
    let t = estado
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const inteiro = (de: number, ate: number) => de + Math.floor(numero() * (ate - de + 1))
  return {
    numero,
    inteiro,
    escolher: (lista) => {
      const item = lista[inteiro(0, lista.length - 1)]
      if (item === undefined) throw new Error('Nothing to choose from')
      return item
    },
    chance: (probabilidade) => numero() < probabilidade,
  }
}
