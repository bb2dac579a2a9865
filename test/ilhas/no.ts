import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bancos, SENHA } from './banco.ts'
import { ambienteDoNo } from './empresa.ts'
import { esperar, type Programa } from './programa.ts'
import type { Ilha } from './rede.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')

/** HAProxy with the shipped configuration, in front of the nodes and of the databases. */
export function abrirHaproxy(ilha: Ilha, nos: readonly [Ilha, Ilha], { servidores: [um, dois] }: Bancos) {
  const env = {
    WEB: `${ilha.ip}:80`,
    BANCO: '127.0.0.1:6431',
    NO1: `${nos[0].ip}:3000`,
    NO2: `${nos[1].ip}:3000`,
    DB1: `${um.ilha.ip}:5432`,
    DB1_API: '8008',
    DB2: `${dois.ilha.ip}:5432`,
    DB2_API: '8008',
  }
  return ilha.rodar('haproxy', ['haproxy', '-db', '-f', join(DEPLOY, 'haproxy.cfg')], { env })
}

/** PgBouncer with the shipped configuration, except for the path of its user list. */
export function abrirPgBouncer(ilha: Ilha, pasta: string) {
  const [ini, usuarios] = [join(pasta, 'pgbouncer.ini'), join(pasta, 'userlist.txt')]
  writeFileSync(usuarios, `"cobranca" "${SENHA}"\n`)
  writeFileSync(
    ini,
    readFileSync(join(DEPLOY, 'pgbouncer.ini'), 'utf8').replace('/etc/pgbouncer/userlist.txt', usuarios),
  )
  return ilha.rodar('pgbouncer', ['/usr/sbin/pgbouncer', ini], { usuario: 'postgres' })
}

interface ComoNo {
  whatsapp: string
  porSegundo: number
  segredo: string
  frente: Ilha
  pasta: string
}

/** A node on its own machine; HAProxy and PgBouncer beside it connect it to the current primary. */
export class No {
  readonly ilha: Ilha
  readonly #iniciar: () => Programa
  #programa?: Programa

  constructor(ilha: Ilha, como: ComoNo) {
    this.ilha = ilha
    const env = {
      ...ambienteDoNo(como.whatsapp, como.porSegundo),
      PORT: '3000',
      HOST: ilha.ip,
      TRUSTED_PROXIES: como.frente.ip,
      DATA_DIR: join(como.pasta, 'dados'),
      DATABASE_URL: `postgres://cobranca:${SENHA}@127.0.0.1:6432/cobranca?sslmode=disable`,
      SECRET_KEY: como.segredo,
    }
    this.#iniciar = () => ilha.rodar('node', [process.execPath, 'src/server/main.ts'], { env })
  }

  ligar() {
    this.#programa = this.#iniciar()
  }

  /** Kills the program; its machine stays. */
  async morrer() {
    await this.#programa!.fim('SIGKILL')
  }

  congelar() {
    this.#programa!.sinal('SIGSTOP')
  }

  acordar() {
    this.#programa!.sinal('SIGCONT')
  }

  pronto() {
    const url = `http://${this.ilha.ip}:3000/health/ready`
    return esperar(`${this.ilha.nome} serve`, async () => (await fetch(url)).ok)
  }
}
