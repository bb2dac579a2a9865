/** A retry policy: growing pauses in seconds, the last one repeated, and after how many milliseconds to give up. */
export interface Insistencia {
  pausasS: readonly number[]
  desisteEmMs: number
}

/**
 * When what failed so many times (1 or more) is tried again; null: its time since `desde` is over, and it is set aside. The last
 * try is when that time ends.
 */
export function proximaVez(
  { pausasS, desisteEmMs }: Insistencia,
  tentativas: number,
  desde: Date,
  agora: Date,
): Date | null {
  const fim = desde.getTime() + desisteEmMs
  if (agora.getTime() >= fim) return null
  const pausa = pausasS[Math.min(tentativas, pausasS.length) - 1]! * 1000
  return new Date(Math.min(agora.getTime() + pausa, fim))
}
