import { spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'

/** Runs `ip` of iproute2; gives what it complains of, or null. */
function ip(...argumentos: string[]): string | null {
  const { status, stderr, error } = spawnSync('ip', argumentos, { encoding: 'utf8' })
  return status === 0 ? null : (error?.message ?? stderr.trim()) || `ip ended with ${status}`
}

function exigir(...argumentos: string[]) {
  const problema = ip(...argumentos)
  if (problema !== null) throw new Error(`ip ${argumentos.join(' ')}: ${problema}`)
}

/** Why this machine lets no test make networks (Linux, root and iproute2 are needed); null when it does. */
export function semRedes(): string | null {
  if (process.platform !== 'linux') return 'network namespaces are of Linux'
  if (process.getuid?.() !== 0) return 'only root makes network namespaces'
  const prova = nomeNovo()
  const problema =
    ip('netns', 'add', prova) ??
    ip('netns', 'exec', prova, 'true') ??
    ip('link', 'add', prova, 'type', 'veth', 'peer', 'name', `${prova}b`)
  ip('link', 'del', prova)
  ip('netns', 'del', prova)
  return problema
}

const nomeNovo = () => `cob${randomBytes(4).toString('hex')}`

/** A cable from this machine to another one: two addresses of a network of their own. */
export interface Cabo {
  daqui: string
  dela: string
  /** Nothing arrives any more, in either direction, and nobody is told. */
  cortar(): void
  religar(): void
}

/** A machine of its own as far as the network goes: a network namespace, with the cables that lead to it. */
export class Maquina {
  readonly #nome = nomeNovo()
  #cabos = 0

  constructor() {
    exigir('netns', 'add', this.#nome)
    exigir('-n', this.#nome, 'link', 'set', 'lo', 'up')
  }

  /** What runs a program there, before its own arguments. */
  get comando(): string[] {
    return ['ip', 'netns', 'exec', this.#nome]
  }

  /** The addresses are of 198.18.0.0/15, which is for tests of networks: no other machine has them. */
  ligar(): Cabo {
    const [ponta, dela] = [nomeNovo(), `eth${this.#cabos++}`]
    const rede = randomInt(0, 2 ** 15) * 4
    const endereco = (n: number) => `198.${18 + (rede >> 16)}.${(rede >> 8) & 255}.${(rede & 255) + n}`
    exigir('link', 'add', ponta, 'type', 'veth', 'peer', 'name', dela, 'netns', this.#nome)
    exigir('address', 'add', `${endereco(1)}/30`, 'dev', ponta)
    exigir('link', 'set', ponta, 'up')
    exigir('-n', this.#nome, 'address', 'add', `${endereco(2)}/30`, 'dev', dela)
    exigir('-n', this.#nome, 'link', 'set', dela, 'up')
    return {
      daqui: endereco(1),
      dela: endereco(2),
      cortar: () => exigir('link', 'set', ponta, 'down'),
      religar: () => exigir('link', 'set', ponta, 'up'),
    }
  }

  /** Its cables go with it. */
  fechar() {
    exigir('netns', 'del', this.#nome)
  }
}
