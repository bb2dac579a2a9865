/** Reproducible randomness: the same seed and case give the same choices. */
export class Acaso {
  #estado: number

  constructor(semente: number, caso = 0) {
    this.#estado = (Math.imul(semente, 0x9e3779b1) ^ Math.imul(caso + 1, 0x85ebca6b)) >>> 0
    for (let i = 0; i < 4; i += 1) this.fracao() // separates the sequences of neighbouring seeds
  }

  /** From 0 to less than 1 (mulberry32). */
  fracao(): number {
    this.#estado = (this.#estado + 0x6d2b79f5) >>> 0
    let t = this.#estado
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from 0 to less than `n`. */
  ate(n: number): number {
    return Math.floor(this.fracao() * n)
  }

  chance(parte: number): boolean {
    return this.fracao() < parte
  }

  um<T>(lista: readonly T[]): T {
    return lista[this.ate(lista.length)]!
  }

  /** Mostly small numbers, rarely large ones. */
  quantos(maximo: number): number {
    return Math.floor(maximo ** this.fracao())
  }

  bytes(quantos: number): Buffer {
    return Buffer.from(Array.from({ length: quantos }, () => this.ate(256)))
  }
}
