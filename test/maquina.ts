import { spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'

/** Runs `ip` of iproute2; returns its error, or null. */
function ip(...argumentos: string[]): string | null {
  const { status, stderr, error } = spawnSync('ip', argumentos, { encoding: 'utf8' })
  return status === 0 ? null : (error?.message ?? stderr.trim()) || `ip ended with ${status}`
}

function exigir(...argumentos: string[]) {
  const problema = ip(...argumentos)
  if (problema !== null) throw new Error(`ip ${argumentos.join(' ')}: ${problema}`)
}

/** Why tests cannot create networks on this machine (Linux, root and iproute2 are needed); null when they can. */
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

/** A virtual cable from this machine to another: two addresses on their own network. */
export interface Cabo {
  daqui: string
  dela: string
  /** Drops everything in both directions, without telling either side. */
  cortar(): void
  religar(): void
}

/** A network namespace that acts as another machine, with the cables that lead to it. */
export class Maquina {
  readonly #nome = nomeNovo()
  #cabos = 0

  constructor() {
    exigir('netns', 'add', this.#nome)
    exigir('-n', this.#nome, 'link', 'set', 'lo', 'up')
  }

  /** The command that runs a program there. */
  get comando(): string[] {
    return ['ip', 'netns', 'exec', this.#nome]
  }

  /** Addresses of 198.18.0.0/15, reserved for network tests. */
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

  /** Its cables are removed with it. */
  fechar() {
    exigir('netns', 'del', this.#nome)
  }
}
