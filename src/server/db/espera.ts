import { setTimeout as pausa } from 'node:timers/promises'
import type pg from 'pg'
import { aindaNaoAtende, conectar } from './conexao.ts'
import { FalhaAoIniciar } from './falha-ao-iniciar.ts'

const ESPERAR_MS = 60_000
const DIZER_CADA_MS = 5_000
const INTERVALO_MS = 500

/**
 * Returns when the database answers and keeps sessions. A server that is not there yet, or is coming up, is waited for a
 * minute, with a sentence to `avisar` now and then; what waiting does not mend (a password, a name, TLS) is thrown at once.
 */
export async function esperarBanco(url: string, avisar: (frase: string) => void, limiteMs = ESPERAR_MS): Promise<void> {
  const comeco = performance.now()
  for (let ditoEm = Number.NEGATIVE_INFINITY; ; await pausa(INTERVALO_MS)) {
    try {
      return await exigirSessao(url)
    } catch (erro) {
      const passou = performance.now() - comeco
      if (!aindaNaoAtende(erro) || passou > limiteMs) throw erro
      if (performance.now() - ditoEm < DIZER_CADA_MS) continue
      ditoEm = performance.now()
      const faltam = Math.ceil((limiteMs - passou) / 1000)
      avisar(`O PostgreSQL de DATABASE_URL ainda não atende (${motivo(erro)}); tentando por mais ${faltam} s.`)
    }
  }
}

const motivo = (erro: unknown) => (erro as NodeJS.ErrnoException).message || (erro as NodeJS.ErrnoException).code

const OLHAR_VEZES = 3
const SEM_SESSAO =
  'DATABASE_URL passa por um distribuidor de conexões (como o PgBouncer) em modo de transação, em que travas e avisos do PostgreSQL se perdem. Use-o em modo de sessão (pool_mode = session), ou aponte DATABASE_URL direto para o PostgreSQL.'

/**
 * Refuses a pooler in transaction mode, which shares a server process between connections: recognised when two open
 * connections get the same process, or one gets two. LISTEN and session locks, by which nodes agree on who sends, would
 * be lost.
 */
async function exigirSessao(url: string): Promise<void> {
  const um = await conectar(url)
  let outro: pg.Client | undefined
  try {
    outro = await conectar(url)
    for (let vez = 0; vez < OLHAR_VEZES; vez += 1) {
      const antes = await processoDe(um)
      await outro.query('begin')
      const doOutro = await processoDe(outro)
      if (antes !== doOutro && antes === (await processoDe(um))) await outro.query('rollback')
      else throw new FalhaAoIniciar(SEM_SESSAO)
    }
  } catch (erro) {
    if (/in statement pooling mode/.test((erro as Error).message)) throw new FalhaAoIniciar(SEM_SESSAO)
    throw erro
  } finally {
    await Promise.all([um.end(), outro?.end()])
  }
}

const processoDe = async (cliente: pg.Client) =>
  (await cliente.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
