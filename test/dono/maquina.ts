import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { portaLivre } from '#server/db/porta.ts'
import { esperar, Programa } from '../ilhas/programa.ts'
import { RAIZ } from '../ilhas/versao-anterior.ts'

/** A new owner's machine: a clone of the program, a data folder, and a shell with the owner's variables. */
export class Maquina {
  readonly nome: string
  readonly pasta: string
  readonly clone: string
  readonly dados: string
  readonly #ambiente: Record<string, string>
  #programa?: Programa
  url = ''

  constructor(pasta: string, nome: string, ambiente: Record<string, string>) {
    this.nome = nome
    this.pasta = join(pasta, nome)
    this.clone = join(this.pasta, 'cobranca')
    this.dados = join(this.pasta, 'dados')
    mkdirSync(this.pasta)
    this.#ambiente = { ...ambiente, DATA_DIR: this.dados, HOST: '127.0.0.1' }
  }

  /** As somebody who got the program has it: only what is committed. */
  clonar(commit: string) {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', RAIZ, this.clone])
    this.mudarPara(commit)
  }

  mudarPara(commit: string) {
    execFileSync('git', ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', commit], { cwd: this.clone })
  }

  /** Runs a command in the clone; returns its output. Throws when it fails. */
  async shell(comando: string, ambiente: Record<string, string> = {}): Promise<string> {
    const processo = spawn('sh', ['-c', comando], {
      cwd: this.clone,
      env: { ...process.env, ...this.#ambiente, ...ambiente },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const fim = once(processo, 'close') as Promise<[number | null]>
    const [dito, erro, [codigo]] = await Promise.all([text(processo.stdout), text(processo.stderr), fim])
    if (codigo !== 0) throw new Error(`${this.nome}: ${comando} terminou com ${codigo}\n${dito}${erro}`)
    return dito + erro
  }

  /** Runs `npm start` until it says that it serves; the first time it installs. */
  async ligar() {
    const porta = await portaLivre()
    const env = { ...this.#ambiente, PORT: String(porta), NODE_ENV: 'production', LOG_LEVEL: 'warn' }
    this.#programa = new Programa('npm-start', ['npm', 'start'], { pasta: this.pasta, cwd: this.clone, env })
    this.url = `http://127.0.0.1:${porta}`
    const fim = this.#programa.terminou.then((codigo) =>
      Promise.reject(new Error(`npm start: ${codigo}\n${this.dito()}`)),
    )
    const pronto = esperar('npm start serve', async () => (await fetch(`${this.url}/health/ready`)).ok, 1_200_000)
    await Promise.race([pronto, fim])
    fim.catch(() => undefined)
  }

  /** All output of its `npm start`. */
  dito(): string {
    return readFileSync(join(this.pasta, 'npm-start.log'), 'utf8')
  }

  desligar() {
    return this.#programa!.fim('SIGTERM')
  }

  /** Kills program and database while they work, and deletes the disk. */
  async destruir() {
    const banco = Number(readFileSync(join(this.dados, 'postgresql', 'postmaster.pid'), 'utf8').split('\n')[0])
    await this.#programa!.fim('SIGKILL')
    try {
      process.kill(banco, 'SIGKILL')
    } catch {
      // It has already ended, with the program's process group.
    }
    rmSync(this.pasta, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
}
