import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { esperar, type Programa } from './programa.ts'
import type { Ilha, Rede } from './rede.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const BIN = '/usr/lib/postgresql/15/bin'
export const SENHA = 'so-daqui'
const TESTEMUNHAS = 3

/** Three etcd, which elect the primary; with the older API, for the reason given in deploy/patroni.yml. */
export async function abrirEtcd(rede: Rede, pasta: string) {
  const ilhas = Array.from({ length: TESTEMUNHAS }, (_, i) => rede.ilha(`etcd${i + 1}`))
  const pares = ilhas.map(({ nome, ip }) => `${nome}=http://${ip}:2380`).join(',')
  const ligar = ({ nome, ip }: Ilha): Record<string, string> => ({
    ETCD_NAME: nome,
    ETCD_DATA_DIR: join(pasta, nome),
    ETCD_ENABLE_V2: 'true',
    ETCD_LISTEN_CLIENT_URLS: `http://${ip}:2379`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${ip}:2379`,
    ETCD_LISTEN_PEER_URLS: `http://${ip}:2380`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${ip}:2380`,
    ETCD_INITIAL_CLUSTER: pares,
  })
  const saudavel = async ({ ip }: Ilha) => (await fetch(`http://${ip}:2379/health`)).ok
  const todos = {
    ilhas,
    ligar: (ilha: Ilha) => ilha.rodar('etcd', ['etcd'], { env: ligar(ilha) }),
    pronto: (ilha: Ilha) => esperar(`${ilha.nome} responde`, () => saudavel(ilha)),
    hosts: ilhas.map(({ ip }) => `${ip}:2379`).join(','),
  }
  for (const ilha of ilhas) todos.ligar(ilha)
  for (const ilha of ilhas) await todos.pronto(ilha)
  return todos
}

export type Etcd = Awaited<ReturnType<typeof abrirEtcd>>

/** A PostgreSQL managed by Patroni on its own machine, with the shipped configuration. */
export class Servidor {
  readonly ilha: Ilha
  readonly #pasta: string
  readonly #etcd: string
  #patroni?: Programa

  constructor(ilha: Ilha, etcd: string, pasta: string) {
    this.ilha = ilha
    this.#etcd = etcd
    this.#pasta = pasta
    this.ligar()
  }

  get #dados() {
    return join(this.#pasta, this.ilha.nome)
  }

  ligar() {
    const { nome, ip } = this.ilha
    const env = {
      HOME: this.#pasta,
      PATRONI_NAME: nome,
      PATRONI_ETCD_HOSTS: this.#etcd,
      PATRONI_RESTAPI_LISTEN: `${ip}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${ip}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${ip}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${ip}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: this.#dados,
      PATRONI_POSTGRESQL_BIN_DIR: BIN,
      PATRONI_POSTGRESQL_PGPASS: join(this.#pasta, `${nome}.pgpass`),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: SENHA,
      PATRONI_REPLICATION_USERNAME: 'replicador',
      PATRONI_REPLICATION_PASSWORD: SENHA,
    }
    this.#patroni = this.ilha.rodar('patroni', ['patroni', join(this.#pasta, 'patroni.yml')], {
      env,
      usuario: 'postgres',
    })
  }

  /** Rows of the database's answer. */
  async ler(consulta: string, database = 'cobranca'): Promise<string[][]> {
    const cliente = new pg.Client({ host: this.ilha.ip, user: 'postgres', password: SENHA, database })
    cliente.on('error', () => undefined)
    await cliente.connect()
    try {
      return (await cliente.query({ text: consulta, rowMode: 'array' })).rows
    } finally {
      await cliente.end()
    }
  }

  /** Its role by Patroni: `primary`, `synchronous`, `replica`. */
  async eh(papel: string): Promise<boolean> {
    const resposta = await fetch(`http://${this.ilha.ip}:8008/${papel}`, { signal: AbortSignal.timeout(5_000) })
    return resposta.status === 200
  }

  /** Kills PostgreSQL, but not Patroni beside it. */
  matarPostgres() {
    const postmaster = Number(readFileSync(join(this.#dados, 'postmaster.pid'), 'utf8').split('\n')[0])
    const filhos = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    for (const pid of [postmaster, ...filhos.filter(Boolean).map(Number)]) process.kill(pid, 'SIGKILL')
  }

  /** Kills Patroni, but not PostgreSQL beside it. */
  matarPatroni() {
    return this.#patroni!.fim('SIGKILL')
  }
}

export interface Bancos {
  servidores: [Servidor, Servidor]
  primario(): Promise<Servidor>
  outro(de: Servidor): Servidor
  /** Both serve, the second one in step with the first. */
  emDia(): Promise<void>
}

/** Two PostgreSQL servers, one of them the other's synchronous standby, with our database. */
export async function abrirBancos(rede: Rede, etcd: string, pasta: string): Promise<Bancos> {
  copyFileSync(join(DEPLOY, 'patroni.yml'), join(pasta, 'patroni.yml'))
  const um = new Servidor(rede.ilha('db1'), etcd, pasta)
  await esperar('o primeiro PostgreSQL é o primário', () => um.eh('primary'))
  const dois = new Servidor(rede.ilha('db2'), etcd, pasta)
  const bancos = pares(um, dois)
  await bancos.emDia()
  await um.ler(`create role cobranca login password '${SENHA}'`, 'postgres')
  await um.ler('create database cobranca owner cobranca', 'postgres')
  return bancos
}

function pares(um: Servidor, dois: Servidor): Bancos {
  const primario = async () => {
    let qual: Servidor | undefined
    await esperar('um PostgreSQL é o primário', async () => {
      const quais = await Promise.all([um, dois].map((s) => s.eh('primary').catch(() => false)))
      qual = [um, dois][quais.indexOf(true)]
      return qual !== undefined
    })
    return qual!
  }
  const outro = (de: Servidor) => (de === um ? dois : um)
  return {
    servidores: [um, dois],
    primario,
    outro,
    emDia: () => esperar('o segundo PostgreSQL está em dia', async () => outro(await primario()).eh('synchronous')),
  }
}
