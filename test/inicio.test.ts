import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { abrirBanco } from '#server/db/conexao.ts'
import { bancoVazio } from '#server/db/identidade.ts'
import { portaLivre } from '#server/db/porta.ts'
// @ts-expect-error: plain JavaScript, shared with the conformance runner
import { iniciarAplicacao } from './aplicacao.mjs'
import { bancoNovo, urlDe } from './bancos.ts'
import { esperarAte } from './espera.ts'

const PROGRAMA = join(import.meta.dirname, '../src/server/main.ts')
const pasta = mkdtempSync(join(tmpdir(), 'cobranca-inicio-'))
const programas: ChildProcess[] = []

afterEach(() => {
  for (const programa of programas.splice(0)) programa.kill('SIGKILL')
  rmSync(pasta, { recursive: true, force: true })
})

/** Starts the program and collects its output. */
function iniciar(ambiente: Record<string, string>) {
  const processo = spawn(process.execPath, [PROGRAMA], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: join(pasta, 'data'), ...ambiente },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  programas.push(processo)
  let disse = ''
  for (const canal of [processo.stdout, processo.stderr]) {
    canal.on('data', (pedaco) => {
      disse += pedaco
    })
  }
  return { processo, disse: () => disse }
}

test('a start that waits for its PostgreSQL says so, and ends at once when told to', async () => {
  const { processo, disse } = iniciar({
    DATABASE_URL: `postgres://ana:segredo@127.0.0.1:${await portaLivre()}/cobranca`,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  await esperarAte('it waits', () => disse().includes('tentando por mais'))
  expect(disse()).not.toContain('segredo')
  const saiu = once(processo, 'exit')
  processo.kill('SIGTERM')
  expect(await saiu).toEqual([0, null])
})

test.each([
  ['its PostgreSQL comes up', async () => {}],
  ['its tables are made', (porta: string) => esperarAte('it has a database', () => temBanco(porta))],
])('told to stop while %s, it ends in order, calls nothing a failure and leaves no server', async (_, ate) => {
  mkdirSync(pasta, { recursive: true })
  chmodSync(pasta, 0o711) // under root, PostgreSQL runs as another user, who must be able to enter
  const { processo, disse } = iniciar({ DEMO: '0' })
  const anotacao = join(pasta, 'data/postgresql/postmaster.pid')
  const anotado = () => (existsSync(anotacao) ? readFileSync(anotacao, 'utf8').split('\n') : [])
  await esperarAte('its server begins', () => (anotado()[3] ?? '') !== '')
  await ate(anotado()[3]!)
  const saiu = once(processo, 'close')
  processo.kill('SIGTERM')
  expect([await saiu, disse()]).toEqual([[0, null], ''])
  await esperarAte('no server is left', () => anotado().length === 0)
})

/** Does the embedded server at this port have the program's database? */
async function temBanco(porta: string): Promise<boolean> {
  const senha = readFileSync(join(pasta, 'data/senha-do-banco'), 'utf8').trim()
  const cliente = new pg.Client(`postgres://postgres:${senha}@127.0.0.1:${porta}/postgres`)
  try {
    await cliente.connect()
    return (await cliente.query("select from pg_database where datname = 'cobranca'")).rowCount === 1
  } catch {
    return false
  } finally {
    await cliente.end()
  }
}

test('the first administrator’s password is shown though the start fails after it was made', async () => {
  const ocupada = createServer().listen(0, '127.0.0.1')
  await once(ocupada, 'listening')
  const { processo, disse } = iniciar({
    DATABASE_URL: urlDe(await bancoNovo('modelo')),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: String((ocupada.address() as AddressInfo).port),
    DEMO: '0',
  })
  await once(processo, 'close')
  ocupada.close()
  expect(disse()).toMatch(/Senha \(mostrada só agora\): \S+/)
})

test('the demonstration is not started with Meta’s own API, and not made, as its people’s phones may be somebody’s', async () => {
  const banco = await bancoNovo('modelo')
  const { processo, disse } = iniciar({
    DATABASE_URL: urlDe(banco),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    DEMO: '1',
    WHATSAPP_API_URL: 'https://graph.facebook.com/v23.0',
    WHATSAPP_TOKEN: 'EAAB-de-ninguem',
    WHATSAPP_PHONE_NUMBER_ID: '1',
    WHATSAPP_BUSINESS_ACCOUNT_ID: '2',
  })
  await esperarAte('it starts or says why not', () => processo.exitCode !== null || /em http:/.test(disse()))
  expect([processo.exitCode, disse()]).toEqual([78, expect.stringContaining('DEMO=0')])
  const { db, fechar } = abrirBanco(urlDe(banco), { conexoes: 1 })
  expect(await bancoVazio(db)).toBe(true)
  await fechar()
})

/** Loaded before the program: on SIGUSR2 it fails in a way that the program's own code never does. */
const QUEDA = (erro: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${erro} })`)}`

test.each([
  ['an exception', "setTimeout(() => { throw new Error('imprevisto') })"],
  ['a rejection', "void Promise.reject(new Error('imprevisto'))"],
])(
  '%s that nobody caught ends the program in order, with a reason and a status for its supervisor',
  async (_, erro) => {
    const app = await iniciarAplicacao({
      DATABASE_URL: urlDe(await bancoNovo('modelo')),
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'error',
      NODE_OPTIONS: QUEDA(erro),
    })
    const saiu = once(app.processo, 'close')
    app.processo.kill('SIGUSR2')
    expect(await saiu).toEqual([1, null])
    expect(app.saida()).toMatch(/"level":60.*"message":"imprevisto".*um erro que o programa não previu/)
    await app.parar()
  },
)

test('a HOST that leads nowhere is not said to be the database’s', async () => {
  const { processo, disse } = iniciar({
    DATABASE_URL: urlDe(await bancoNovo('modelo')),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    HOST: 'maquina.invalid',
    DEMO: '0',
  })
  await once(processo, 'close')
  expect(disse()).toContain('Não é possível atender em HOST e PORT')
})
