/** When things happen. The real one waits; tests move theirs by hand, so nothing sleeps. */
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

interface Tarefa {
  quando: number
  ordem: number
  fazer: () => void
}

/** Stands still until `avancar` moves it; what falls due runs in the order of time. */
export class AgendadorManual implements Agendador {
  #agora = 0
  #ordem = 0
  #tarefas: Tarefa[] = []

  agoraMs(): number {
    return this.#agora
  }

  agendar(ms: number, fazer: () => void): () => void {
    const tarefa = { quando: this.#agora + Math.max(0, ms), ordem: this.#ordem++, fazer }
    this.#tarefas.push(tarefa)
    return () => {
      this.#tarefas = this.#tarefas.filter((outra) => outra !== tarefa)
    }
  }

  avancar(ms: number): void {
    const ate = this.#agora + ms
    for (let proxima = this.#proxima(ate); proxima; proxima = this.#proxima(ate)) {
      this.#tarefas.splice(this.#tarefas.indexOf(proxima), 1)
      this.#agora = Math.max(this.#agora, proxima.quando)
      proxima.fazer()
    }
    this.#agora = ate
  }

  #proxima(ate: number): Tarefa | undefined {
    let primeira: Tarefa | undefined
    for (const tarefa of this.#tarefas) {
      if (tarefa.quando > ate) continue
      if (
        !primeira ||
        tarefa.quando < primeira.quando ||
        (tarefa.quando === primeira.quando && tarefa.ordem < primeira.ordem)
      ) {
        primeira = tarefa
      }
    }
    return primeira
  }
}
