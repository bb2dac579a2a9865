/** The schedule of events. Tests pass one that they advance by hand, so nothing sleeps. */
export interface Agendador {
  /** Milliseconds of a monotonic clock, from an arbitrary zero. */
  agoraMs(): number
  /** Runs `fazer` after `ms`; the returned function cancels it. */
  agendar(ms: number, fazer: () => void): () => void
}

/** Timers of the process; they never keep it alive. */
export const agendadorReal = (): Agendador => ({
  agoraMs: () => performance.now(),
  agendar(ms, fazer) {
    const timer = setTimeout(fazer, ms).unref()
    return () => clearTimeout(timer)
  },
})
