import type { Relogio } from './servicos.ts'

/** The wall clock, or one that starts at `comecaEm` and runs on from there (demonstrations and tests). */
export function criarRelogio(comecaEm: Date | null): Relogio {
  const adiantado = comecaEm ? comecaEm.getTime() - Date.now() : 0
  return { agora: () => new Date(Date.now() + adiantado), deFora: () => new Date() }
}
