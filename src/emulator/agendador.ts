/** When things happen. Tests give one that they move by hand, so nothing sleeps. */
export interface Agendador {
  /** Milliseconds on a clock that never goes back; its zero means nothing. */
  agoraMs(): number
  /** Does it after `ms`; the answer cancels. */
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
