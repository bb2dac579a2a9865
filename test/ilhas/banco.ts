import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { portaLivre } from '#server/db/porta.ts'
import { esperar, Programa } from './programa.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const BIN = '/usr/lib/postgresql/15/bin'
const SENHA = 'so-daqui'
const SUPERUSUARIO = { host: '127.0.0.1', user: 'postgres', password: SENHA }

interface Meios {
  pasta: string
  /** PostgreSQL runs as nobody's administrator. */
  uid: number
  gid: number
}

/** A PostgreSQL that Patroni keeps, on this machine as if on one of its own. */
export class Servidor {
  static readonly #todos: Servidor[] = []
  readonly nome: string
  readonly porta: number
  readonly api: number
  readonly #meios: Meios
  readonly #etcd: string
  #patroni?: Programa

  private constructor(nome: string, porta: number, api: number, etcd: string, meios: Meios) {
    this.nome = nome
    this.porta = porta
    this.api = api
    this.#etcd = etcd
    this.#meios = meios
  }

  static async novo(nome: string, etcd: string, meios: Meios) {
    const servidor = new Servidor(nome, await portaLivre(), await portaLivre(), etcd, meios)
    servidor.ligar()
    Servidor.#todos.push(servidor)
    return servidor
  }

  /** PostgreSQL is no child of Patroni's: it is ended by itself. */
  static fimDeTodos() {
    for (const um of Servidor.#todos) {
      try {
        um.matarPostgres()
      } catch {
        // It does not run.
      }
    }
  }

  get #dados() {
    return join(this.#meios.pasta, this.nome)
  }

  ligar() {
    const { pasta, uid, gid } = this.#meios
    const env = {
      PATH: `${BIN}:${process.env.PATH}`,
      HOME: pasta,
      PATRONI_NAME: this.nome,
      PATRONI_ETCD3_HOSTS: this.#etcd,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${this.api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${this.api}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${this.porta}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${this.porta}`,
      PATRONI_POSTGRESQL_DATA_DIR: this.#dados,
      PATRONI_POSTGRESQL_BIN_DIR: BIN,
      PATRONI_POSTGRESQL_PGPASS: join(pasta, `${this.nome}.pgpass`),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: SENHA,
      PATRONI_REPLICATION_USERNAME: 'replicador',
      PATRONI_REPLICATION_PASSWORD: SENHA,
    }
    this.#patroni = new Programa(this.nome, ['patroni', join(pasta, 'patroni.yml')], {
      pasta,
      env,
      cwd: pasta,
      uid,
      gid,
    })
  }

  /** The first column of what the company's database answers. */
  async ler(consulta: string): Promise<string[]> {
    const cliente = new pg.Client({ ...SUPERUSUARIO, port: this.porta, database: 'cobranca' })
    await cliente.connect()
    const { rows } = await cliente.query({ text: consulta, rowMode: 'array' })
    await cliente.end()
    return rows.map(([primeira]) => primeira)
  }

  /** What Patroni says of it: `primary`, `synchronous`, `replica`. */
  async eh(papel: string): Promise<boolean> {
    const resposta = await fetch(`http://127.0.0.1:${this.api}/${papel}`, { signal: AbortSignal.timeout(1_000) })
    return resposta.status === 200
  }

  #processos(): number[] {
    const postmaster = Number(readFileSync(join(this.#dados, 'postmaster.pid'), 'utf8').split('\n')[0])
    const filhos = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    return [postmaster, ...filhos.filter(Boolean).map(Number)]
  }

  #sinal(sinal: NodeJS.Signals) {
    for (const pid of this.#processos()) {
      try {
        process.kill(pid, sinal)
      } catch {
        // A session that has just ended.
      }
    }
  }

  /** PostgreSQL dies, and Patroni beside it does not. */
  matarPostgres() {
    this.#sinal('SIGKILL')
  }

  /** The whole machine goes. */
  async perder() {
    this.#patroni!.sinal('SIGKILL')
    this.#sinal('SIGKILL')
    await this.#patroni!.terminou
  }

  /** The whole machine stands still: its connections live, and nothing of it moves. */
  congelar() {
    this.#patroni!.sinal('SIGSTOP')
    this.#sinal('SIGSTOP')
  }

  acordar() {
    this.#sinal('SIGCONT')
    this.#patroni!.sinal('SIGCONT')
  }

  /** PostgreSQL goes on meanwhile. */
  async recomecarPatroni() {
    await this.#patroni!.fim('SIGKILL')
    this.ligar()
  }
}

export interface Bancos {
  servidores: [Servidor, Servidor]
  primario(): Promise<Servidor>
  outro(de: Servidor): Servidor
  /** Both serve, the second in step with the first. */
  emDia(): Promise<void>
}

/** etcd and two PostgreSQL servers, the one a synchronous standby of the other, with a database of ours. */
export async function abrirBancos(meios: Meios): Promise<Bancos> {
  const { pasta, uid, gid } = meios
  cpSync(join(DEPLOY, 'patroni.yml'), join(pasta, 'patroni.yml'))
  const [cliente, par] = [await portaLivre(), await portaLivre()]
  mkdirSync(join(pasta, 'etcd'), { mode: 0o700 })
  const url = (porta: number) => `http://127.0.0.1:${porta}`
  const deEtcd = [
    '--listen-client-urls',
    url(cliente),
    '--advertise-client-urls',
    url(cliente),
    '--listen-peer-urls',
    url(par),
  ]
  new Programa(
    'etcd',
    [
      'etcd',
      '--data-dir',
      join(pasta, 'etcd'),
      ...deEtcd,
      '--initial-advertise-peer-urls',
      url(par),
      '--initial-cluster',
      `default=${url(par)}`,
    ],
    { pasta },
  )
  await esperar('etcd responde', async () => (await fetch(`${url(cliente)}/health`)).ok)
  const um = await Servidor.novo('db1', `127.0.0.1:${cliente}`, { pasta, uid, gid })
  await esperar('o primeiro PostgreSQL é o primário', () => um.eh('primary'), 180_000)
  const dois = await Servidor.novo('db2', `127.0.0.1:${cliente}`, { pasta, uid, gid })
  const bancos = pares(um, dois)
  await bancos.emDia()
  await criarBanco(um)
  return bancos
}

function pares(um: Servidor, dois: Servidor): Bancos {
  const primario = async () => {
    const quais = await Promise.all([um, dois].map((s) => s.eh('primary').catch(() => false)))
    const qual = [um, dois][quais.indexOf(true)]
    if (!qual) throw new Error('nenhum PostgreSQL é o primário')
    return qual
  }
  const outro = (de: Servidor) => (de === um ? dois : um)
  return {
    servidores: [um, dois],
    primario,
    outro,
    emDia: () =>
      esperar('o segundo PostgreSQL está em dia', async () => outro(await primario()).eh('synchronous'), 180_000),
  }
}

async function criarBanco({ porta }: Servidor) {
  const cliente = new pg.Client({ ...SUPERUSUARIO, port: porta, database: 'postgres' })
  await cliente.connect()
  await cliente.query(`create role cobranca login password '${SENHA}'`)
  await cliente.query('create database cobranca owner cobranca')
  await cliente.end()
}

/** HAProxy before nodes and databases, with the file that is shipped. */
export async function abrirHaproxy(
  pasta: string,
  web: number,
  nos: [string, string],
  [um, dois]: [Servidor, Servidor],
) {
  const banco = await portaLivre()
  const env = {
    WEB: `127.0.0.1:${web}`,
    BANCO: `127.0.0.1:${banco}`,
    NO1: nos[0],
    NO2: nos[1],
    DB1: `127.0.0.1:${um.porta}`,
    DB1_API: String(um.api),
    DB2: `127.0.0.1:${dois.porta}`,
    DB2_API: String(dois.api),
  }
  new Programa('haproxy', ['haproxy', '-db', '-f', join(DEPLOY, 'haproxy.cfg')], { pasta, env })
  return { banco }
}

/** PgBouncer with the file that is shipped, but for its ports and addresses; gives how the program reaches the database. */
export async function abrirPgBouncer({ pasta, uid, gid }: Meios, banco: number, enderecos: string[]) {
  const porta = await portaLivre()
  const ini = readFileSync(join(DEPLOY, 'pgbouncer.ini'), 'utf8')
    .replace('port=6431', `port=${banco}`)
    .replace('listen_port = 6432', `listen_port = ${porta}`)
    .replace('listen_addr = 127.0.0.1', `listen_addr = ${enderecos.join(',')}`)
    .replace('/etc/pgbouncer/userlist.txt', join(pasta, 'userlist.txt'))
  writeFileSync(join(pasta, 'pgbouncer.ini'), ini)
  writeFileSync(join(pasta, 'userlist.txt'), `"cobranca" "${SENHA}"\n`)
  new Programa('pgbouncer', ['/usr/sbin/pgbouncer', join(pasta, 'pgbouncer.ini')], { pasta, cwd: pasta, uid, gid })
  return (endereco: string) => `postgres://cobranca:${SENHA}@${endereco}:${porta}/cobranca?sslmode=disable`
}
