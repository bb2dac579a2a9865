/*
 * npm run ensaio-de-atualizacao [customers]: a node of the version before the newest migration serves and sends while one of this version
 * migrates the same database; both go on, nobody waits over a second for a lock, nothing is sent twice. Wants git, for the older code.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pausar } from 'node:timers/promises'
import pg from 'pg'
import { portaLivre } from '#server/db/porta.ts'
import { abrirServidor } from '../postgres.ts'
import { ambienteDoNo, Envios, Escrita, fundarEmpresa } from './empresa.ts'
import { esperar, Programa, segundos } from './programa.ts'

const RAIZ = join(import.meta.dirname, '../..')
const CLIENTES = Number(process.argv[2] ?? 1_000)
/** Of rows that nobody is due for, which migrations pass over and people wait for. */
const PESO = Number(process.argv[3] ?? 0)
const POR_SEGUNDO = 10
const MAIS_TRAVA_MS = 1_000

const git = (...argumentos: string[]) => execFileSync('git', argumentos, { cwd: RAIZ, encoding: 'utf8' }).trim()

/** The commit before the newest migration came. */
function anterior(): { commit: string; migracao: string } {
  const ultima = git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'src/server/db/migrations')
  const migracao = git('show', '--format=', '--name-only', '--diff-filter=A', ultima, '--', 'src/server/db/migrations')
  return { commit: git('rev-parse', `${ultima}^`), migracao }
}

function copiarCodigo(commit: string, pasta: string): string {
  const codigo = join(pasta, 'anterior')
  mkdirSync(codigo)
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C ${codigo}`], { cwd: RAIZ })
  // Packages of now: a version says which it wants, and a release does not change them under its feet.
  symlinkSync(join(RAIZ, 'node_modules'), join(codigo, 'node_modules'))
  return codigo
}

/** For how long anybody's statement stood before a lock, at most, while it was looked at. */
async function vigiarTravas(url: string) {
  const cliente = new pg.Client({ connectionString: url })
  cliente.on('error', () => undefined) // the server ends before this does, when something went wrong
  await cliente.connect()
  let [maior, qual, fim] = [0, '', false]
  const laco = (async () => {
    while (!fim) {
      const { rows } = await cliente.query<{ ms: number; query: string }>(`
        select extract(epoch from clock_timestamp() - l.waitstart) * 1000 as ms, left(a.query, 120) as query
        from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and l.locktype <> 'advisory' and l.waitstart is not null and a.application_name = 'cobranca'
        order by 1 desc limit 1`)
      if (rows[0] && Number(rows[0].ms) > maior) [maior, qual] = [Number(rows[0].ms), rows[0].query]
      await pausar(20)
    }
  })()
  return async () => {
    fim = true
    await laco
    await cliente.end()
    return { maior, qual }
  }
}

/** A PostgreSQL, a WhatsApp, and what starts a node of any version on them. */
async function abrirCena(pasta: string) {
  const servidor = await abrirServidor(['max_connections=200'])
  const dono = `${servidor.url}/atualizacao`
  const raiz = new pg.Client({ connectionString: `${servidor.url}/postgres` })
  await raiz.connect()
  await raiz.query('create database atualizacao')
  await raiz.end()
  const [portaDoEmulador, porta] = [await portaLivre(), await portaLivre()]
  const emulador = `http://127.0.0.1:${portaDoEmulador}`
  const WEBHOOK_URL = `http://127.0.0.1:${porta}/api/webhooks/whatsapp`
  const doEmulador = { PORT: String(portaDoEmulador), WEBHOOK_URL }
  new Programa('emulador', [process.execPath, 'src/emulator/main.ts'], { pasta, env: doEmulador })
  await esperar('o emulador responde', async () => (await fetch(`${emulador}/emulador/api/estado`)).ok)
  const segredo = randomBytes(32).toString('base64')
  const ligar = async (nome: string, cwd: string, em: number) => {
    const env = {
      ...ambienteDoNo(`${emulador}/emulador/graph/v23.0`, POR_SEGUNDO),
      DATABASE_URL: dono,
      DATA_DIR: join(pasta, 'dados'),
      SECRET_KEY: segredo,
      PORT: String(em),
    }
    const programa = new Programa(nome, [process.execPath, 'src/server/main.ts'], { pasta, cwd, env })
    const url = `http://127.0.0.1:${em}`
    await esperar(`${nome} serve`, async () => (await fetch(`${url}/health/ready`)).ok, 600_000)
    return { programa, url }
  }
  return { servidor, dono, emulador, porta, ligar }
}

async function ensaiar(pasta: string) {
  const { commit, migracao } = anterior()
  console.log(`De ${commit.slice(0, 8)} para agora: ${migracao.split('\n').join(', ')}`)
  const cena = await abrirCena(pasta)
  try {
    const velho = await cena.ligar('anterior', copiarCodigo(commit, pasta), cena.porta)
    const { admin, ana, cliente } = await fundarEmpresa(velho.url, CLIENTES)
    if (PESO > 0) await pesar(cena.dono, cliente)
    const [escrita, envios] = [new Escrita(ana, cliente), new Envios(cena.emulador)]
    await admin.pedir('POST', '/api/admin/cobranca/executar', { forcar_horario: true })
    await esperar('mensagens saem', async () => (await envios.quantas()) > POR_SEGUNDO)
    const parar = await vigiarTravas(cena.dono)
    const desde = performance.now()
    await cena.ligar('novo', RAIZ, await portaLivre())
    const migrou = performance.now() - desde
    const [pronto, antes] = [(await fetch(`${velho.url}/health/ready`)).status, await envios.quantas()]
    await esperar('enviam', async () => (await envios.quantas()) > antes + 5 * POR_SEGUNDO)
    const trava = await parar()
    const parada = escrita.parada(desde)
    await escrita.parar()
    const codigo = await velho.programa.fim('SIGTERM')
    const depois = await envios.quantas()
    await esperar('o novo envia sozinho', async () => (await envios.quantas()) > depois + 2 * POR_SEGUNDO)
    await envios.parar()
    relatar({
      migrou,
      pronto,
      trava,
      parada,
      codigo,
      enviadas: await envios.quantas(),
      repetidas: await envios.repetidas(),
    })
  } finally {
    await Programa.fimDeTodos()
    await cena.servidor.parar()
  }
}

interface Visto {
  migrou: number
  pronto: number
  trava: { maior: number; qual: string }
  parada: number
  codigo: number | null
  enviadas: number
  repetidas: string[]
}

function relatar({ migrou, pronto, trava, parada, codigo, enviadas, repetidas }: Visto) {
  console.table({
    'o novo ficou pronto em': segundos(migrou),
    'o anterior, enquanto isso': `respondeu ${pronto}`,
    'maior espera por uma trava': `${Math.round(trava.maior)} ms`,
    'ninguém escreveu por': segundos(parada),
    'mensagens enviadas': enviadas,
    'enviadas duas vezes': repetidas.length,
    'o anterior terminou com': codigo,
  })
  const problemas = [
    pronto !== 200 && 'o anterior deixou de servir',
    trava.maior > MAIS_TRAVA_MS && `uma trava foi esperada por ${Math.round(trava.maior)} ms: ${trava.qual}`,
    repetidas.length > 0 && `enviadas duas vezes: ${repetidas.slice(0, 5)}`,
    codigo !== 0 && `o anterior terminou com ${codigo}`,
  ].filter(Boolean)
  if (problemas.length > 0) throw new Error(problemas.join('; '))
}

/** Customers, messages and entries of the past, so that the tables are as long as a large company's. */
async function pesar(url: string, cliente: number) {
  const banco = new pg.Client({ connectionString: url })
  await banco.connect()
  await banco.query('set session_replication_role = replica')
  await banco.query(
    `insert into cliente (nome, documento, status, concluido_em, created_at, updated_at)
      select 'Do passado ' || n, 'X' || n, 'concluido', now() - interval '1 year', now(), now() from generate_series(1, $1::int) n`,
    [PESO],
  )
  await banco.query(
    `insert into mensagem (cliente_id, direcao, tipo, conteudo, status, envio, finalidade, created_at, aceita_em)
      select $1, 'enviada', 'texto', 'Do passado ' || n, 'lida', 'aceita', 'atendimento', now() - interval '1 year', now() - interval '1 year'
      from generate_series(1, $2::int) n`,
    [cliente, PESO],
  )
  await banco.query(
    `insert into log (created_at, nivel, acao, descricao, referencias, entidade, entidade_id)
      select now() - interval '1 year', 'info', 'cliente.importar', 'Do passado', '[]', 'cliente', $1 from generate_series(1, $2::int)`,
    [cliente, PESO],
  )
  await banco.query('analyze')
  await banco.end()
}

if (spawnSync('git', ['rev-parse', 'HEAD'], { cwd: RAIZ }).status !== 0) {
  console.error('O ensaio não pode ser feito aqui: sem git não há a versão anterior.')
  process.exit(1)
}
const pasta = mkdtempSync(join(tmpdir(), 'cobranca-atualizacao-'))
try {
  await ensaiar(pasta)
  rmSync(pasta, { recursive: true, force: true })
  process.exit(0)
} catch (erro) {
  console.error(erro, `\nO que cada programa disse está em ${pasta}.`)
  process.exit(1)
}
