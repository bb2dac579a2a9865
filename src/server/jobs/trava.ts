import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { poolDe } from '#server/db/conexao.ts'
import type { Db } from '#server/db/schema.ts'
import { criarVagas } from './vagas.ts'

/** A global lock while it is held. */
export interface Trava {
  /** Rejects once the lock was lost, since another node may hold it by then. */
  conferir(): Promise<void>
  /** A statement by the session that holds the lock: it takes place only while the lock does. */
  executar<T>(consulta: RawBuilder<T>): Promise<T[]>
  /**
   * Whether nobody else can hold the lock now, by this machine's clocks alone. Ask it right before anything
   * irreversible: a process that was frozen finds out here, whatever answers wait for it.
   */
  valida(): boolean
}

/** In milliseconds; each well below the next. */
export interface PrazosDaTrava {
  heartbeat: number
  resposta: number
  validade: number
  /** PostgreSQL ends a session that says nothing for so long, and its locks with it. */
  sessao: number
}

const PRAZOS: PrazosDaTrava = { heartbeat: 2_500, resposta: 4_000, validade: 7_500, sessao: 10_000 }

/** Connections of a pool that locks leave to the work under them: with all of them held, each would wait for another's. */
const SEM_TRAVA = 4
const VAGAS = new WeakMap<Db, ReturnType<typeof criarVagas>>()

function vagasDe(db: Db) {
  const vagas = VAGAS.get(db) ?? criarVagas(Math.max(1, poolDe(db).maximo - SEM_TRAVA))
  VAGAS.set(db, vagas)
  return vagas
}

/**
 * Runs on one node at a time: returns undefined at once when another node holds the lock. The lock has its own connection, so a
 * process that dies releases it at once, and a frozen or vanished one when PostgreSQL has heard nothing from it for
 * `prazos.sessao`. If this process's locks hold all connections they may, it waits its turn.
 */
export async function comTravaGlobal<T>(
  db: Db,
  nome: string,
  fn: (trava: Trava) => Promise<T>,
  prazos = PRAZOS,
): Promise<T | undefined> {
  return vagasDe(db).naSuaVez(() => comTrava(db, nome, fn, prazos))
}

async function comTrava<T>(
  db: Db,
  nome: string,
  fn: (trava: Trava) => Promise<T>,
  prazos: PrazosDaTrava,
): Promise<T | undefined> {
  const conexao = await poolDe(db).connect()
  const sessao = new Sessao(db, conexao, prazos)
  try {
    const chave = sql`hashtextextended(${nome}, 0)`
    const [tentativa] = await sessao.executar(sql<{ obtida: boolean }>`select pg_try_advisory_lock(${chave}) as obtida`)
    if (!tentativa?.obtida) return undefined
    // From here on the lock is held, whatever fails: a connection that keeps it must not go back to the others.
    const heartbeat = setInterval(() => void sessao.conferir().catch(() => undefined), prazos.heartbeat) // whoever holds the lock finds out by asking
    try {
      await sessao.limitar()
      return await fn(sessao)
    } finally {
      clearInterval(heartbeat)
      await sessao.soltar(chave)
    }
  } finally {
    // A connection that was lost, or that does not answer, is destroyed.
    conexao.release(sessao.perdida)
  }
}

class Sessao implements Trava {
  readonly #db: Db
  readonly #conexao: pg.PoolClient
  readonly #prazos: PrazosDaTrava
  #fila: Promise<unknown> = Promise.resolve()
  #provada = instantes()
  #antes: Record<string, string> = {}
  perdida = false

  constructor(db: Db, conexao: pg.PoolClient, prazos: PrazosDaTrava) {
    this.#db = db
    this.#conexao = conexao
    this.#prazos = prazos
  }

  async conferir() {
    await this.executar(sql`select 1`)
  }

  valida() {
    const agora = instantes()
    const idade = Math.max(...agora.map((ms, i) => Math.abs(ms - this.#provada[i]!)))
    return !this.perdida && idade < this.#prazos.validade
  }

  /** One at a time on the connection. */
  executar<T>(consulta: RawBuilder<T>): Promise<T[]> {
    const vez = this.#fila.then(() => this.#perguntar(consulta))
    this.#fila = vez.catch(() => undefined) // who asked hears of it
    return vez
  }

  async #perguntar<T>(consulta: RawBuilder<T>): Promise<T[]> {
    if (this.perdida) throw semConexao('a conexão que segurava a trava foi perdida')
    const { sql: text, parameters } = consulta.compile(this.#db)
    // The time of the question, not of the answer, which may have waited for a frozen process.
    const em = instantes()
    try {
      const { rows } = await noPrazo(this.#conexao.query(text, [...parameters]), this.#prazos.resposta)
      this.#provada = em
      return rows as T[]
    } catch (erro) {
      // A refusal by PostgreSQL leaves the session as it is, unless it ended the session.
      this.perdida ||= !(erro instanceof pg.DatabaseError) || /^(57P|08)/.test(erro.code ?? '')
      throw erro
    }
  }

  /** Statements that wait are cancelled well before this process gives up on them, so that none runs after nobody waits. */
  async limitar() {
    const espera = `${Math.floor(this.#prazos.resposta / 2)}ms`
    const limites = {
      idle_session_timeout: `${this.#prazos.sessao}ms`,
      lock_timeout: espera,
      statement_timeout: espera,
    }
    const lidos = Object.keys(limites).map((nome) => sql`current_setting(${nome}) as ${sql.ref(nome)}`)
    const [antes] = await this.executar(sql<Record<string, string>>`select ${sql.join(lidos)}`)
    await this.#ajustar(limites)
    this.#antes = antes!
  }

  async #ajustar(ajustes: Record<string, string>) {
    const ditos = Object.entries(ajustes).map(([nome, valor]) => sql`set_config(${nome}, ${valor}, false)`)
    await this.executar(sql`select ${sql.join(ditos)}`)
  }

  async soltar(chave: RawBuilder<unknown>) {
    if (this.perdida) return
    try {
      await this.executar(sql`select pg_advisory_unlock(${chave})`)
      await this.#ajustar(this.#antes)
    } catch {
      this.perdida = true // the session ends, and the lock with it
    }
  }
}

/** Two clocks: one stops while the machine sleeps, the other may be adjusted. */
const instantes = (): [number, number] => [performance.now(), Date.now()]

/** With PostgreSQL's code of a broken connection, so that it counts as passing and not as a bug. */
const semConexao = (frase: string) => Object.assign(new Error(frase), { code: '08006' })

async function noPrazo<T>(resposta: Promise<T>, ms: number): Promise<T> {
  let prazo: NodeJS.Timeout | undefined
  const tarde = new Promise<never>((_, falhar) => {
    prazo = setTimeout(() => falhar(semConexao('o banco não respondeu a tempo a quem segura a trava')), ms)
  })
  try {
    return await Promise.race([resposta, tarde])
  } finally {
    clearTimeout(prazo)
  }
}
