/*
 * npm run ensaio-de-atualizacao [customers due] [past customers, or a folder] [commit]: a node of that commit, or of the one
 * before the newest migration, serves and sends while one of this version migrates the same database. Both keep working, nobody
 * waits over a second for a lock, and nothing is sent twice. The past is written by that commit's own bench/povoar.ts, or is in a
 * folder made with its bench/guardado.ts (give it a copy: it is changed, so a second run needs another). Needs git, for the older
 * code.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as pausar } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { pino } from 'pino'
import { iniciarBancoEmbutido } from '#server/db/embutido.ts'
import { TRAVA_MIGRACAO } from '#server/db/migrar.ts'
import { portaLivre } from '#server/db/porta.ts'
import { abrirServidor } from '../postgres.ts'
import { ADMIN, ambienteDoNo, Envios, Escrita, fundarEmpresa, lerCarteira, type Pessoa } from './empresa.ts'
import { esperar, Programa, segundos } from './programa.ts'
import { copiarCodigo, RAIZ, type VersaoAnterior, versaoAnterior } from './versao-anterior.ts'

const CLIENTES = Number(process.argv[2] ?? 1_000)
const PASSADO = process.argv[3] ?? '0'
/** Past customers to create here; none when a folder is given. */
const DO_PASSADO = Number(PASSADO) || 0
const GUARDADO = /^\d+$/.test(PASSADO) ? null : resolve(PASSADO)
const DE = process.argv[4]
const POR_SEGUNDO = 10
const MAIS_TRAVA_MS = 1_000

/** The longest that a statement waited for a lock of the migration, in milliseconds. */
async function vigiarTravas(url: string) {
  const cliente = new pg.Client({ connectionString: url })
  cliente.on('error', () => undefined) // after a failure the server ends before this connection does
  await cliente.connect()
  let [maior, qual, fim] = [0, '', false]
  const laco = (async () => {
    while (!fim) {
      const { rows } = await cliente.query<{ ms: number; query: string }>(`
        select extract(epoch from clock_timestamp() - l.waitstart) * 1000 as ms, left(a.query, 120) as query
        from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and l.locktype <> 'advisory' and l.waitstart is not null
          and exists (select from pg_locks m where m.locktype = 'advisory' and m.granted and m.pid = any(pg_blocking_pids(l.pid))
            and (m.classid::int8 << 32) | m.objid::int8 = ${TRAVA_MIGRACAO})
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

async function abrirVazio() {
  const servidor = await abrirServidor(['max_connections=200'])
  const raiz = new pg.Client({ connectionString: `${servidor.url}/postgres` })
  await raiz.connect()
  await raiz.query('create database atualizacao')
  await raiz.end()
  return { dono: `${servidor.url}/atualizacao`, parar: servidor.parar }
}

async function abrirGuardado(pasta: string) {
  const { urlDoDono, parar } = await iniciarBancoEmbutido(pasta, pino({ level: 'warn' }), (erro) => {
    throw erro
  })
  const dono = new URL(urlDoDono)
  dono.username = 'postgres'
  dono.password = readFileSync(join(pasta, 'senha-do-banco'), 'utf8').trim()
  const banco = new pg.Client({ connectionString: dono.href })
  await banco.connect()
  // The bench's templates are not approved: submit them here.
  await banco.query(`begin; set local session_replication_role = replica;
    update modelo_versao set situacao = 'local', nome_meta = null, aprovada_em = null; commit`)
  // Otherwise weeks of agreements would break before anything is sent.
  await banco.query(`
    update conta set vencimento = current_date + 15, vencimento_util = current_date + 15
      where situacao = 'aberta' and acordo_id in (select id from negociacao where status = 'ativa') and vencimento_util < current_date;
    update promessa set ate = current_date + 15, limite = current_date + 16 where status = 'pendente' and limite < current_date;
    analyze conta, promessa`)
  await deixarEntrar(banco)
  await banco.end()
  return { dono: dono.href, parar }
}

const deixarEntrar = async (banco: pg.Client) =>
  banco.query('update usuario set email = $1, senha_hash = $2 where id = 1', [ADMIN.email, await hash(ADMIN.password)])

/** A PostgreSQL, a WhatsApp, and a function that starts a node of any version on them. */
async function abrirCena(pasta: string) {
  const { dono, parar } = GUARDADO ? await abrirGuardado(GUARDADO) : await abrirVazio()
  const [portaDoEmulador, porta] = [await portaLivre(), await portaLivre()]
  const emulador = `http://127.0.0.1:${portaDoEmulador}`
  const WEBHOOK_URL = `http://127.0.0.1:${porta}/api/webhooks/whatsapp`
  // A large company may write to more people per day than a new number.
  const doEmulador = { PORT: String(portaDoEmulador), WEBHOOK_URL, EMULATOR_TIER: 'TIER_UNLIMITED' }
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
  return { parar, dono, emulador, porta, ligar }
}

async function ensaiar(pasta: string, { commit, migracoes }: VersaoAnterior) {
  console.log(`De ${commit.slice(0, 8)} para agora: ${migracoes.map((um) => basename(um, '.sql')).join(', ')}`)
  const cena = await abrirCena(pasta)
  try {
    const codigo = copiarCodigo(commit, pasta)
    if (DO_PASSADO > 0) await povoar(cena.dono, codigo)
    const velho = await cena.ligar('anterior', codigo, cena.porta)
    const { admin, ana, cliente } = await fundarEmpresa(velho.url, CLIENTES)
    const [escrita, leitura, envios] = [new Escrita(ana, cliente), lerCarteira(ana), new Envios(cena.emulador)]
    const paradas = (desde: number) => [escrita.parada(desde), leitura.parada(desde), envios.parada(desde)] as const
    const enviam = (oQue: string, segundos: number) => esperarEnvios(envios, oQue, segundos * POR_SEGUNDO)
    await comecarAEnviar(admin, envios)
    const comeco = performance.now()
    await enviam('mensagens saem ainda', 15)
    const antes = paradas(comeco)
    const parar = await vigiarTravas(cena.dono)
    const desde = performance.now()
    await cena.ligar('novo', RAIZ, await portaLivre())
    const migrou = performance.now() - desde
    const durante = paradas(desde)
    const pronto = (await fetch(`${velho.url}/health/ready`)).status
    await enviam('enviam', 5)
    const trava = await parar()
    await Promise.all([escrita.parar(), leitura.parar()])
    const terminou = await velho.programa.fim('SIGTERM')
    await enviam('o novo envia sozinho', 2)
    await envios.parar()
    relatar({
      migrou,
      pronto,
      trava,
      antes,
      durante,
      terminou,
      enviadas: await envios.quantas(),
      repetidas: await envios.repetidas(),
    })
  } finally {
    await Programa.fimDeTodos()
    await cena.parar()
  }
}

async function comecarAEnviar(admin: Pessoa, envios: Envios) {
  console.log('A empresa está fundada; escolhe-se quem deve receber…')
  // The selection takes minutes and is not awaited: its messages must still be leaving when the new version starts.
  void admin.pedir('POST', '/api/admin/cobranca/executar', { forcar_horario: true }).catch(() => undefined)
  await esperar('mensagens saem', async () => (await envios.quantas()) > POR_SEGUNDO, 1_800_000)
}

async function esperarEnvios(envios: Envios, oQue: string, quantos: number) {
  const ja = await envios.quantas()
  await esperar(oQue, async () => (await envios.quantas()) > ja + quantos)
}

/** The longest times without a write, without a read, and without a send. */
type Paradas = readonly [escrita: number, leitura: number, envio: number]

interface Visto {
  migrou: number
  pronto: number
  trava: { maior: number; qual: string }
  antes: Paradas
  durante: Paradas
  terminou: number | null
  enviadas: number
  repetidas: string[]
}

function relatar({ migrou, pronto, trava, antes, durante, terminou, enviadas, repetidas }: Visto) {
  const [escrita, leitura, envio] = durante.map((ms, i) => `${segundos(ms)} (antes dela, ${segundos(antes[i]!)})`)
  console.table({
    'o novo ficou pronto em': segundos(migrou),
    'o anterior, enquanto isso': `respondeu ${pronto}`,
    'maior espera por uma trava': `${Math.round(trava.maior)} ms`,
    'de quem': trava.qual.replace(/\s+/g, ' '),
    'ninguém escreveu por': escrita,
    'ninguém leu por': leitura,
    'nada foi enviado por': envio,
    'mensagens enviadas': enviadas,
    'enviadas duas vezes': repetidas.length,
    'o anterior terminou com': terminou,
  })
  const problemas = [
    pronto !== 200 && 'o anterior deixou de servir',
    trava.maior > MAIS_TRAVA_MS && `uma trava foi esperada por ${Math.round(trava.maior)} ms: ${trava.qual}`,
    repetidas.length > 0 && `enviadas duas vezes: ${repetidas.slice(0, 5)}`,
    terminou !== 0 && `o anterior terminou com ${terminou}`,
  ].filter(Boolean)
  if (problemas.length > 0) throw new Error(problemas.join('; '))
}

/** A company after months of work, as the older version writes it; its administrator can sign in. */
async function povoar(url: string, codigo: string) {
  const banco = new pg.Client({ connectionString: url })
  await banco.connect()
  const aDepressa = async (sim: boolean) => {
    for (const qual of ['fsync', 'full_page_writes', 'autovacuum'])
      await banco.query(`alter system ${sim ? `set ${qual} = off` : `reset ${qual}`}`)
    await banco.query('select pg_reload_conf()')
  }
  await aDepressa(true)
  const doAnterior = (roteiro: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', roteiro, url], { cwd: codigo, stdio: 'inherit' })
  doAnterior(`
    const [url] = process.argv.slice(1)
    await (await import('./src/server/db/migrar.ts')).migrar(url)
    const { db, fechar } = (await import('./src/server/db/conexao.ts')).abrirBanco(url)
    await (await import('./src/server/modelos/modelos.queries.ts')).garantirModelos(db, new Date())
    await fechar()`)
  // The bench's templates are not approved: submit them here.
  await banco.query('create table modelo_antes as select * from modelo_versao')
  doAnterior(`
    const [url] = process.argv.slice(1)
    await (await import('./bench/povoar.ts')).povoar(url, ${DO_PASSADO})`)
  await banco.query(`
    begin;
    set local session_replication_role = replica;
    update modelo_versao v set situacao = a.situacao, nome_meta = a.nome_meta, aprovada_em = a.aprovada_em
      from modelo_antes a where a.id = v.id;
    drop table modelo_antes;
    commit`)
  await deixarEntrar(banco)
  await aDepressa(false)
  await banco.query('checkpoint')
  await banco.end()
}

const anterior = versaoAnterior(DE)
if (!anterior) {
  console.error(
    `O ensaio não pode ser feito aqui: o git não tem ${DE ?? 'a versão anterior (um clone raso? git fetch --unshallow)'}.`,
  )
  process.exit(1)
}
const pasta = mkdtempSync(join(tmpdir(), 'cobranca-atualizacao-'))
try {
  await ensaiar(pasta, anterior)
  rmSync(pasta, { recursive: true, force: true })
  process.exit(0)
} catch (erro) {
  console.error(erro, `\nO que cada programa disse está em ${pasta}.`)
  process.exit(1)
}
