/** A seeded random generator: the same seed gives the same choices, in the same order. */
export class Acaso {
  #estado: number

  constructor(semente: number | string) {
    this.#estado = typeof semente === 'number' ? semente >>> 0 : fnv1a(semente)
  }

  /** 0 ≤ x < 1 (mulberry32). */
  proximo(): number {
    this.#estado = (this.#estado + 0x6d2b79f5) >>> 0
    let t = this.#estado
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  entre([de, ate]: readonly [number, number]): number {
    return de + this.proximo() * (ate - de)
  }

  acontece(chance: number): boolean {
    return chance > 0 && this.proximo() < chance
  }

  um<T>(opcoes: readonly T[]): T {
    return opcoes[Math.floor(this.proximo() * opcoes.length)]!
  }
}

/** FNV-1a hash of a text, in 32 bits: even enough for choosing. */
export function fnv1a(texto: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < texto.length; i++) hash = Math.imul(hash ^ texto.charCodeAt(i), 0x01000193) >>> 0
  return hash
}
