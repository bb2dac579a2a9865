// Proxies, poolers and fake servers between the program and PostgreSQL, or in its place.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { usuarioDoPostgres } from '#server/db/binarios.ts'
import { portaLivre } from '#server/db/porta.ts'
import { esperarAte } from './espera.ts'

const servidor = () => new URL(inject('postgres'))

/** Runs statements one after another as the server's superuser. */
export async function noServidor(...comandos: string[]) {
  const cliente = new pg.Client({ connectionString: `${inject('postgres')}/postgres` })
  await cliente.connect()
  for (const comando of comandos) await cliente.query(comando)
  await cliente.end()
}

/** An empty database; all names have the same length, so that `desviar` can replace one by another. */
export async function bancoNovo(modelo = 'template1'): Promise<string> {
  const nome = `b_${randomUUID().replaceAll('-', '').slice(0, 16)}`
  await noServidor(`create database ${nome} template ${modelo} strategy file_copy`)
  return nome
}

export const urlDe = (banco: string, porta: number | string = servidor().port, parametros = '') =>
  `postgres://postgres@127.0.0.1:${porta}/${banco}${parametros}`

interface Desvio {
  porta: number
  fechar(): Promise<void>
}

/** A port that forwards to the server; the client's first message may be rewritten without changing its length. */
export const desviar = (trocar: (primeiro: string) => string = (igual) => igual, porta = 0): Promise<Desvio> =>
  escutar((cliente) => {
    const { port, hostname } = servidor()
    const outro = connect(Number(port), hostname)
    cliente.once('data', (primeiro) => {
      outro.write(Buffer.from(trocar(primeiro.toString('latin1')), 'latin1'))
      cliente.pipe(outro)
    })
    outro.pipe(cliente)
    outro.on('error', () => cliente.destroy())
    cliente.on('error', () => outro.destroy())
    cliente.on('close', () => outro.destroy())
  }, porta)

/** A server that refuses every connection with this error. */
export const recusar = (codigo: string, mensagem: string): Promise<Desvio> =>
  escutar((cliente) =>
    cliente.once('data', () => {
      cliente.end(quadro('E', Buffer.from(`SFATAL\0C${codigo}\0M${mensagem}\0\0`)))
    }),
  )

/** A server without TLS: it answers "N" to a TLS request. */
export const semTls = (): Promise<Desvio> => escutar((cliente) => cliente.once('data', () => cliente.write('N')))

/** A fake pooler in transaction mode, enough for a start: every connection gets the same backend. */
export const distribuirPorTransacao = (): Promise<Desvio> =>
  escutar((cliente) => {
    const pronto = quadro('Z', Buffer.from('I'))
    const campo = Buffer.concat([
      Buffer.from('pid\0'),
      Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0]),
    ])
    const linhas = Buffer.concat([
      quadro('T', Buffer.concat([Buffer.from([0, 1]), campo])),
      quadro('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 3]), Buffer.from('777')])),
    ])
    cliente.once('data', () => {
      cliente.write(Buffer.concat([quadro('R', Buffer.alloc(4)), pronto]))
      cliente.on('data', (pedido) => {
        if (pedido[0] === 0x58) return cliente.end() // X: it leaves
        const resposta = pedido.includes('pg_backend_pid') ? linhas : Buffer.alloc(0)
        cliente.write(Buffer.concat([resposta, quadro('C', Buffer.from('SELECT 1\0')), pronto]))
      })
    })
  })

/** One message of PostgreSQL's protocol. */
function quadro(tipo: string, corpo: Buffer): Buffer {
  const tamanho = Buffer.alloc(4)
  tamanho.writeInt32BE(corpo.length + 4)
  return Buffer.concat([Buffer.from(tipo), tamanho, corpo])
}

async function escutar(atender: (cliente: Socket) => void, porta = 0): Promise<Desvio> {
  const abertos = new Set<Socket>()
  const aberto: Server = createServer((cliente) => {
    abertos.add(cliente)
    cliente.on('error', () => undefined).on('close', () => abertos.delete(cliente))
    atender(cliente)
  }).listen(porta, '127.0.0.1')
  await once(aberto, 'listening')
  return {
    porta: (aberto.address() as { port: number }).port,
    async fechar() {
      aberto.close()
      for (const um of abertos) um.destroy()
    },
  }
}

export const PGBOUNCER = '/usr/sbin/pgbouncer'

/** A real PgBouncer in front of the server. */
export async function abrirPgBouncer(modo: 'session' | 'transaction' | 'statement'): Promise<Desvio> {
  const pasta = mkdtempSync(join(tmpdir(), 'cobranca-pgbouncer-'))
  chmodSync(pasta, 0o755)
  const porta = await portaLivre()
  const { port } = servidor()
  writeFileSync(
    join(pasta, 'pgbouncer.ini'),
    `[databases]\n* = host=127.0.0.1 port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${porta}\nauth_type = any\nauth_file =\npool_mode = ${modo}\nunix_socket_dir =\nmax_client_conn = 100\ndefault_pool_size = 30\n`.replace(
      '* = host=127.0.0.1',
      '* = user=postgres host=127.0.0.1',
    ),
  )
  const usuario = process.getuid?.() === 0 ? usuarioDoPostgres() : {}
  const processo = spawn(PGBOUNCER, ['-q', join(pasta, 'pgbouncer.ini')], { ...usuario, cwd: '/', stdio: 'ignore' })
  await esperarAte('PgBouncer answers', () => atende(porta))
  return {
    porta,
    async fechar() {
      processo.kill('SIGINT')
      await once(processo, 'exit')
      rmSync(pasta, { recursive: true, force: true })
    },
  }
}

const atende = (porta: number) =>
  new Promise<boolean>((dizer) => {
    const socket = connect(porta, '127.0.0.1')
    socket.once('connect', () => dizer(true)).once('error', () => dizer(false))
    socket.once('connect', () => socket.destroy())
  })

/** Whether this machine can create certificates for the server that the tests started. */
export const comOpenssl = () => spawnSync('openssl', ['version']).status === 0

/** Enables TLS on the server with a self-signed certificate for `localhost`; returns the file that makes it trusted. */
export async function ligarTls(): Promise<{ raiz: string; desligar(): Promise<void> }> {
  const pasta = mkdtempSync(join(tmpdir(), 'cobranca-tls-'))
  chmodSync(pasta, 0o755)
  const [chave, raiz] = [join(pasta, 'chave.pem'), join(pasta, 'raiz.pem')]
  const feito = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', chave, '-out', raiz],
  ])
  if (feito.status !== 0) throw new Error(String(feito.stderr))
  const cliente = new pg.Client({ connectionString: `${inject('postgres')}/postgres` })
  await cliente.connect()
  const { rows } = await cliente.query<{ data_directory: string }>('show data_directory')
  await cliente.end()
  const { uid, gid } = statSync(rows[0]!.data_directory)
  chmodSync(chave, 0o600)
  if (process.getuid?.() === 0) chownSync(chave, uid, gid)
  const ajustes = { ssl_cert_file: raiz, ssl_key_file: chave, ssl: 'on' }
  await noServidor(
    ...Object.entries(ajustes).map(([nome, valor]) => `alter system set ${nome} = '${valor}'`),
    'select pg_reload_conf()',
  )
  return {
    raiz,
    async desligar() {
      await noServidor(...Object.keys(ajustes).map((nome) => `alter system reset ${nome}`), 'select pg_reload_conf()')
      rmSync(pasta, { recursive: true, force: true })
    },
  }
}
