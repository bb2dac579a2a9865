import type { Relogio } from './servicos.ts'

/** The clocks of two nodes may differ by this much: an instant further ahead was written by a clock that has been set back since. */
export const FOLGA_ENTRE_RELOGIOS_MS = 5_000

/** The wall clock, or one that starts at `comecaEm` and runs on from there (demonstrations and tests). */
export function criarRelogio(comecaEm: Date | null): Relogio {
  const adiantado = comecaEm ? comecaEm.getTime() - Date.now() : 0
  return { agora: () => new Date(Date.now() + adiantado), deFora: () => new Date() }
}
