import type { Agendador } from '#emulator/agendador.ts'

interface Tarefa {
  quando: number
  ordem: number
  fazer: (() => void) | null
}

const antes = (a: Tarefa, b: Tarefa) => a.quando < b.quando || (a.quando === b.quando && a.ordem < b.ordem)

/** Time stands still until `avancar` moves it; tasks that fall due run in order of time. */
export class AgendadorManual implements Agendador {
  #agora = 0
  #ordem = 0
  /** A binary heap: the earliest task is at the top. */
  readonly #monte: Tarefa[] = []

  agoraMs(): number {
    return this.#agora
  }

  agendar(ms: number, fazer: () => void): () => void {
    const tarefa: Tarefa = { quando: this.#agora + Math.max(0, ms), ordem: this.#ordem++, fazer }
    this.#subir(tarefa)
    return () => {
      tarefa.fazer = null
    }
  }

  avancar(ms: number): void {
    const ate = this.#agora + ms
    for (let proxima = this.#monte[0]; proxima && proxima.quando <= ate; proxima = this.#monte[0]) {
      this.#tirar()
      this.#agora = Math.max(this.#agora, proxima.quando)
      proxima.fazer?.()
    }
    this.#agora = ate
  }

  #subir(tarefa: Tarefa): void {
    let lugar = this.#monte.push(tarefa) - 1
    while (lugar > 0) {
      const pai = (lugar - 1) >> 1
      if (antes(this.#monte[pai]!, tarefa)) break
      this.#monte[lugar] = this.#monte[pai]!
      lugar = pai
    }
    this.#monte[lugar] = tarefa
  }

  #tirar(): void {
    const ultima = this.#monte.pop()!
    if (this.#monte.length === 0) return
    let lugar = 0
    for (;;) {
      let filho = 2 * lugar + 1
      const vizinho = this.#monte[filho + 1]
      if (vizinho && antes(vizinho, this.#monte[filho]!)) filho += 1
      const menor = this.#monte[filho]
      if (!menor || antes(ultima, menor)) break
      this.#monte[lugar] = menor
      lugar = filho
    }
    this.#monte[lugar] = ultima
  }
}
