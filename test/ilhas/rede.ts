import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as pausar } from 'node:timers/promises'
import { Programa } from './programa.ts'

/** Names that identify this drill's owner: the next drill finds and removes what a killed one left behind. */
const PREFIXO = 'ilh'

function ip(...argumentos: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('ip', argumentos, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${argumentos.join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}

const processosDe = (rede: string) => ip('netns', 'pids', rede).split('\n').filter(Boolean).map(Number)

function mandar(pid: number, sinal: NodeJS.Signals) {
  try {
    process.kill(pid, sinal)
  } catch {
    // It has already ended.
  }
}

/** Removes what a killed drill left behind. */
async function limpar() {
  const redes = ip('netns', 'list')
    .split('\n')
    .map((linha) => linha.split(' ')[0]!)
  const donoDe = (nome: string) => new RegExp(`^${PREFIXO}(\\d+)`).exec(nome)?.[1]
  const semDono = (nome: string) => donoDe(nome) !== undefined && !existsSync(`/proc/${donoDe(nome)}`)
  for (const rede of redes.filter(semDono)) {
    await matarTodos(rede)
    ip('netns', 'del', rede)
  }
  const pontes = JSON.parse(ip('-json', 'link', 'show', 'type', 'bridge') || '[]') as { ifname?: string }[]
  for (const { ifname } of pontes) if (ifname && semDono(ifname)) ip('link', 'del', ifname)
}

async function matarTodos(rede: string) {
  for (let quem = processosDe(rede); quem.length > 0; quem = processosDe(rede)) {
    for (const pid of quem) mandar(pid, 'SIGKILL')
    await pausar(20)
  }
}

/** Its own mounts (by `ip netns exec`), so that each machine's PostgreSQL has its own socket folder. */
const SEUS_SOQUETES = 'mount -t tmpfs -o mode=1777 soquetes /run/postgresql && exec "$@"'

interface Como {
  env?: Record<string, string>
  /** The user who runs it; root by default. */
  usuario?: string
}

/** A machine: a network namespace on a virtual cable, with the processes in it. */
export class Ilha {
  readonly nome: string
  readonly ip: string
  readonly #rede: string
  readonly #cabo: string
  readonly #pasta: string

  constructor(nome: string, endereco: string, { ponte, cabo, pasta }: { ponte: string; cabo: string; pasta: string }) {
    this.nome = nome
    this.ip = endereco
    this.#rede = `${ponte}-${nome}`
    this.#cabo = cabo
    this.#pasta = pasta
    ip('netns', 'add', this.#rede)
    ip('-n', this.#rede, 'link', 'set', 'lo', 'up')
    ip('link', 'add', cabo, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.#rede)
    ip('link', 'set', cabo, 'master', ponte, 'up')
    ip('-n', this.#rede, 'address', 'add', `${endereco}/24`, 'dev', 'eth0')
    ip('-n', this.#rede, 'link', 'set', 'eth0', 'up')
  }

  rodar(nome: string, comando: readonly string[], { env, usuario }: Como = {}): Programa {
    const como = usuario ? ['setpriv', `--reuid=${usuario}`, `--regid=${usuario}`, '--clear-groups'] : []
    const completo = ['ip', 'netns', 'exec', this.#rede, 'sh', '-c', SEUS_SOQUETES, 'sh', ...como, ...comando]
    return new Programa(`${this.nome}-${nome}`, completo, { pasta: this.#pasta, ...(env && { env }) })
  }

  /** Drops everything in both directions, without telling either side. */
  cortar() {
    ip('link', 'set', this.#cabo, 'down')
  }

  religar() {
    ip('link', 'set', this.#cabo, 'up')
  }

  /** Freezes all its processes: their connections stay open, but nothing moves. */
  congelar() {
    this.#sinal('SIGSTOP')
  }

  acordar() {
    this.#sinal('SIGCONT')
  }

  /** Disappears silently: its peers are not told. */
  async perder() {
    this.cortar()
    await this.matar()
  }

  /** Kills all its processes. */
  matar() {
    return matarTodos(this.#rede)
  }

  #sinal(sinal: NodeJS.Signals) {
    const vistos = new Set<number>()
    // Processes started meanwhile are found by the next pass.
    for (let novos = [0]; novos.length > 0; ) {
      novos = processosDe(this.#rede).filter((pid) => !vistos.has(pid))
      for (const pid of novos) {
        vistos.add(pid)
        mandar(pid, sinal)
      }
    }
  }

  async fechar() {
    await this.matar()
    ip('netns', 'del', this.#rede)
  }
}

/** A drill's network: machines on one switch, this machine included. */
export class Rede {
  readonly daqui: string
  readonly #ponte = `${PREFIXO}${process.pid}`
  readonly #prefixo: string
  readonly #pasta: string
  readonly #ilhas: Ilha[] = []

  static async abrir(pasta: string): Promise<Rede> {
    await limpar()
    return new Rede(pasta)
  }

  /** Addresses of 198.18.0.0/15, reserved for network tests. */
  private constructor(pasta: string) {
    this.#pasta = pasta
    this.#prefixo = `198.19.${process.pid % 256}`
    this.daqui = `${this.#prefixo}.1`
    ip('link', 'add', this.#ponte, 'type', 'bridge')
    ip('address', 'add', `${this.daqui}/24`, 'dev', this.#ponte)
    ip('link', 'set', this.#ponte, 'up')
  }

  ilha(nome: string): Ilha {
    const n = this.#ilhas.length + 2
    const em = { ponte: this.#ponte, cabo: `${this.#ponte}c${n}`, pasta: this.#pasta }
    const ilha = new Ilha(nome, `${this.#prefixo}.${n}`, em)
    this.#ilhas.push(ilha)
    return ilha
  }

  /** Removes everything, whatever happened. */
  async fechar() {
    for (const um of this.#ilhas) await um.fechar()
    ip('link', 'del', this.#ponte)
  }
}
