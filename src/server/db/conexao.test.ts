import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  abrirPgBouncer,
  bancoNovo,
  comOpenssl,
  desviar,
  distribuirPorTransacao,
  ligarTls,
  noServidor,
  PGBOUNCER,
  recusar,
  semTls,
  urlDe,
} from '#test/bancos.ts'
import { esperarAte } from '#test/espera.ts'
import { abrirBanco, aindaNaoAtende, type Banco, conectar, paraBuscas } from './conexao.ts'
import { esperarBanco } from './espera.ts'
import { fraseDaFalha } from './falha-ao-iniciar.ts'
import { migrar } from './migrar.ts'
import { portaLivre } from './porta.ts'

const SEM_SESSAO = /^DATABASE_URL passa por um distribuidor .*pool_mode = session/
const aFechar: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const fechar of aFechar.splice(0).reverse()) await fechar()
})

const guardado = <T extends { fechar(): Promise<unknown> }>(aberto: T): T => {
  aFechar.push(aberto.fechar)
  return aberto
}

const nomeDoBanco = async ({ db }: Banco) =>
  (await sql<{ nome: string }>`select current_database() as nome`.execute(db)).rows[0]?.nome

/** The sentence for whoever started the program. */
const frase = async (tentativa: Promise<unknown>) => fraseDaFalha(await tentativa.catch((erro: unknown) => erro))

test('a transaction of the start whose connection is lost ends with a sentence, at whichever statement', async () => {
  const { db } = guardado(abrirBanco(urlDe(await bancoNovo())))
  const perder = db.transaction().execute(async (trx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx).catch(() => undefined)
    await sql`select 1`.execute(trx)
  })
  expect(await frase(perder)).toMatch(/^Não foi possível usar o PostgreSQL de DATABASE_URL \(.*not queryable/)
})

describe('several servers', () => {
  let [leitura, escrita] = ['', '']

  beforeAll(async () => {
    ;[leitura, escrita] = [await bancoNovo(), await bancoNovo()]
    await noServidor(`alter database ${leitura} set default_transaction_read_only = on`)
  })

  /** `um` only reads; `dois` is where it leads now; a third is not there at all. */
  async function dispor(doisSoLe = false) {
    let destino = doisSoLe ? leitura : escrita
    const um = guardado(await desviar((dito) => dito.replace(escrita, leitura)))
    const dois = guardado(await desviar((dito) => dito.replace(escrita, destino)))
    const morto = await portaLivre()
    const url = `postgres://postgres@127.0.0.1:${morto},127.0.0.1:${um.porta},127.0.0.1:${dois.porta}/${escrita}`
    return { url, promover: () => (destino = escrita) }
  }

  test('the server that accepts writes is found, by the pool and by a separate connection', async () => {
    const { url } = await dispor()
    expect(await nomeDoBanco(guardado(abrirBanco(url)))).toBe(escrita)
    const cliente = await conectar(url)
    aFechar.push(() => cliente.end())
    expect((await cliente.query('show transaction_read_only')).rows).toEqual([{ transaction_read_only: 'off' }])
  })

  test('while none does, it is waited for; at the start a sentence says so', async () => {
    const { url, promover } = await dispor(true)
    expect(await frase(esperarBanco(url, () => undefined, 0))).toMatch(
      /^Nenhum dos servidores de DATABASE_URL aceita gravações/,
    )
    const pergunta = nomeDoBanco(guardado(abrirBanco(url)))
    promover()
    expect(await pergunta).toBe(escrita)
  })

  test('a session that finds its server shut to writing is not used again', async () => {
    const banco = guardado(abrirBanco(urlDe(escrita), { conexoes: 1 }))
    const processo = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(banco.db)).rows[0]?.pid
    await sql`create table gravada (n int)`.execute(banco.db)
    const antes = await processo()
    await sql`set default_transaction_read_only = on`.execute(banco.db)
    await expect(sql`insert into gravada values (1)`.execute(banco.db)).rejects.toMatchObject({ code: '25006' })
    expect(await processo()).not.toBe(antes)
    await sql`insert into gravada values (1)`.execute(banco.db)
  })
})

test('no session waits for ever: for a statement, for a lock, or for a process that froze in a transaction', async () => {
  const { db } = guardado(abrirBanco(urlDe(await bancoNovo())))
  const limites = sql<Record<string, string>>`select current_setting('statement_timeout') as comando,
    current_setting('lock_timeout') as trava, current_setting('idle_in_transaction_session_timeout') as parada`
  const comuns = { comando: '1min', trava: '20s', parada: '10s' }
  expect((await limites.execute(db)).rows).toEqual([comuns])
  expect((await limites.execute(paraBuscas(db))).rows).toEqual([{ ...comuns, comando: '5s', trava: '2500ms' }])
})

test('a connection that gave no answer in time is not used again, and nobody waits behind it', async () => {
  const { db } = guardado(abrirBanco(urlDe(await bancoNovo()), { conexoes: 1, respostaMs: 300 }))
  const calado = sql`select pg_sleep(20)`
  await expect(calado.execute(db)).rejects.toThrow('Query read timeout')
  await sql`select 1`.execute(db)
  const transacao = db.transaction().execute((trx) => calado.execute(trx))
  expect(await transacao.catch(aindaNaoAtende)).toBe(true) // and so 503, not 500
  await sql`select 1`.execute(db)
})

test('a pooler that gives the same process to everyone who speaks is refused by name', async () => {
  const { porta } = guardado(await distribuirPorTransacao())
  expect(await frase(esperarBanco(urlDe('c', porta), () => undefined))).toMatch(SEM_SESSAO)
})

describe.skipIf(!existsSync(PGBOUNCER))('behind PgBouncer', () => {
  test('in session mode everything works: migrations, the pool, its limits', async () => {
    const url = urlDe(await bancoNovo(), guardado(await abrirPgBouncer('session')).porta)
    await esperarBanco(url, () => undefined)
    expect((await migrar(url)).length).toBeGreaterThan(0)
    const { rows } = await sql`
      select current_setting('timezone') as zona, current_setting('statement_timeout') as limite`.execute(
      guardado(abrirBanco(url)).db,
    )
    expect(rows).toEqual([{ zona: 'UTC', limite: '1min' }])
  })

  test.each(['transaction', 'statement'] as const)('in %s mode the start is refused by name', async (modo) => {
    const url = urlDe(await bancoNovo(), guardado(await abrirPgBouncer(modo)).porta)
    expect(await frase(esperarBanco(url, () => undefined))).toMatch(SEM_SESSAO)
  })
})

describe('a server that does not answer at the start', () => {
  test('is waited for, aloud, and used when it comes', async () => {
    const [banco, porta] = [await bancoNovo(), await portaLivre()]
    const frases: string[] = []
    const espera = esperarBanco(urlDe(banco, porta), (dita) => frases.push(dita))
    await esperarAte('it was said', () => frases.length > 0)
    guardado(await desviar(undefined, porta))
    await espera
    expect(frases[0]).toMatch(/ainda não atende \(connect ECONNREFUSED .*\); tentando por mais 60 s\.$/)
  })

  test('by a name with two addresses gives a sentence in the end too', async () => {
    const url = `postgres://postgres@localhost:${await portaLivre()}/nada`
    expect(await frase(esperarBanco(url, () => undefined, 0))).toMatch(
      /^Não foi possível usar o PostgreSQL de DATABASE_URL/,
    )
  })

  test.each([
    ['28P01', 'password authentication failed for user "ana"', /recusou o usuário ou a senha/],
    [
      '28000',
      'no pg_hba.conf entry for host "10.0.0.1", user "ana", database "c", no encryption',
      /acrescente sslmode=/,
    ],
    ['3D000', 'database "c" does not exist', /não existe .*crie-o/],
  ])('%s is told at once', async (codigo, mensagem, esperada) => {
    const { porta } = guardado(await recusar(codigo, mensagem))
    const avisos: string[] = []
    expect(await frase(esperarBanco(urlDe('c', porta), (dita) => avisos.push(dita)))).toMatch(esperada)
    expect(avisos).toEqual([])
  })
})

test('a database of somebody else is told to whoever starts on it, with what to do', async () => {
  const [banco, papel] = [await bancoNovo(), `papel_${randomUUID().slice(0, 8)}`]
  await noServidor(`create role ${papel} login`)
  const dele = urlDe(banco).replace('postgres@', `${papel}@`)
  expect(await frase(migrar(dele))).toMatch(/não pode fazer isso no banco .*permission denied for schema.* dono desse/)
  await noServidor(`drop database ${banco}`, `drop role ${papel}`)
})

describe.skipIf(!comOpenssl() || process.env.TEST_DATABASE_URL)('over TLS', () => {
  let tls: Awaited<ReturnType<typeof ligarTls>>
  let banco: string
  beforeAll(async () => {
    banco = await bancoNovo()
    tls = await ligarTls()
  })
  afterAll(() => tls.desligar())

  const cifrada = async (servidor: string, parametros: string) => {
    const url = urlDe(banco, undefined, parametros).replace('127.0.0.1', servidor)
    const cliente = await conectar(url)
    const { rows } = await cliente.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    await cliente.end()
    return rows[0]?.ssl
  }

  test('each sslmode means the same as in libpq', async () => {
    expect(await cifrada('127.0.0.1', '?sslmode=disable')).toBe(false)
    expect(await cifrada('127.0.0.1', '?sslmode=require')).toBe(true) // encrypted, identity not checked
    expect(await cifrada('127.0.0.1', `?sslmode=verify-ca&sslrootcert=${tls.raiz}`)).toBe(true) // our authority, any name
    expect(await cifrada('localhost', `?sslmode=verify-full&sslrootcert=${tls.raiz}`)).toBe(true)
    const outroNome = cifrada('127.0.0.1', `?sslmode=verify-full&sslrootcert=${tls.raiz}`)
    expect(await frase(outroNome)).toMatch(/^O certificado do PostgreSQL de DATABASE_URL não foi aceito/)
    const semRaiz = cifrada('localhost', '?sslmode=verify-full')
    expect(await frase(semRaiz)).toMatch(/^O certificado do PostgreSQL de DATABASE_URL não foi aceito/)
  })

  test('a server without it is refused when it was asked for', async () => {
    const fechado = guardado(await semTls())
    expect(await frase(conectar(urlDe(banco, fechado.porta, '?sslmode=require')))).toMatch(/não oferece TLS/)
  })
})
