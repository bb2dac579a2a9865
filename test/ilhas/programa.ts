import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pausar } from 'node:timers/promises'

const RAIZ = join(import.meta.dirname, '../..')

interface Como {
  pasta: string
  env?: Record<string, string>
  cwd?: string
}

/** Starts a program whose output goes to a file; everything that a drill started ends with the drill. */
export class Programa {
  static readonly #vivos = new Set<Programa>()
  readonly #processo: ChildProcess
  readonly terminou: Promise<number | null>

  constructor(nome: string, comando: readonly string[], { pasta, env = {}, cwd = RAIZ }: Como) {
    const saida = createWriteStream(join(pasta, `${nome}.log`), { flags: 'a' })
    this.#processo = spawn(comando[0]!, comando.slice(1), {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // its own process group, so that its children freeze and end with it
    })
    this.#processo.stdout!.pipe(saida, { end: false })
    this.#processo.stderr!.pipe(saida, { end: false })
    Programa.#vivos.add(this)
    this.terminou = new Promise((fim) =>
      this.#processo.once('exit', (codigo) => {
        Programa.#vivos.delete(this)
        fim(codigo)
      }),
    )
  }

  sinal(sinal: NodeJS.Signals) {
    try {
      if (Programa.#vivos.has(this)) process.kill(-this.#processo.pid!, sinal)
    } catch {
      // It has already ended.
    }
  }

  async fim(sinal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.sinal('SIGCONT')
    this.sinal(sinal)
    const tarde = setTimeout(() => this.sinal('SIGKILL'), 20_000)
    const codigo = await this.terminou
    clearTimeout(tarde)
    return codigo
  }

  static async fimDeTodos() {
    await Promise.all([...Programa.#vivos].map((um) => um.fim('SIGKILL')))
  }
}

export async function esperar(oQue: string, assim: () => Promise<boolean>, ateMs = 180_000): Promise<void> {
  const limite = performance.now() + ateMs
  while (!(await assim().catch(() => false))) {
    if (performance.now() > limite) throw new Error(`em ${ateMs / 1000} s não aconteceu: ${oQue}`)
    await pausar(100)
  }
}

export const segundos = (ms: number) => `${(ms / 1000).toFixed(1)} s`
