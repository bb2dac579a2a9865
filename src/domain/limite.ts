const LIMITES: Record<string, number> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1_000,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
}

/** People whom Meta lets the company reach in 24 hours, by the name of its tier; null when there is no limit. */
export const limiteDoNivel = (nivel: string | null): number | null => (nivel && LIMITES[nivel]) || null
