import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pausa } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { iniciarBancoEmbutido, NOME_DO_BANCO } from './embutido.ts'
import { FalhaAoIniciar } from './falha-ao-iniciar.ts'
import { lugarDoBanco } from './lugar.ts'
import { migracoesDoCodigo } from './migrar.ts'
import { tentarTravar, travarPasta } from './trava-da-pasta.ts'

interface DaMaquina {
  url: string
  fechar(): Promise<void>
}

/**
 * The company's database for a program run by hand, whether or not the system is running: that of `DATABASE_URL`; else
 * the running embedded one, with the superuser's password kept in its folder; else the embedded one, started until
 * `fechar`, in the place of a server that a killed program left. Throws `FalhaAoIniciar` with a sentence when there is no database of this version.
 */
export async function abrirBancoDaMaquina(databaseUrl: string | null, pastaDados: string): Promise<DaMaquina> {
  const aberto = databaseUrl ? { url: databaseUrl, fechar: async () => undefined } : await bancoDaPasta(pastaDados)
  try {
    await exigirEstaVersao(aberto.url)
    return aberto
  } catch (erro) {
    await aberto.fechar()
    throw erro
  }
}

async function bancoDaPasta(pastaDados: string): Promise<DaMaquina> {
  // Before `lugarDoBanco`, which needs the folder.
  if (!existsSync(pastaDados)) throw semBanco(pastaDados)
  const { dados } = await lugarDoBanco(pastaDados)
  if (!existsSync(join(dados, 'PG_VERSION'))) throw semBanco(pastaDados)
  let soltar = tentarTravar(pastaDados)
  if (!soltar) {
    const emUso = urlDoQueRoda(pastaDados, dados)
    if (emUso && (await responde(emUso))) return { url: emUso, fechar: async () => undefined }
    soltar = travarPasta(pastaDados)
  }
  const embutido = await iniciarBancoEmbutido(pastaDados, pino({ level: 'silent' }), () => undefined)
  return {
    url: embutido.url,
    async fechar() {
      await esperarOsOutros(embutido.url).catch(() => undefined) // a server that is gone keeps nobody
      await embutido.parar()
      await soltar()
    },
  }
}

const OLHAR_MS = 200
const ESPERA =
  'Este programa terminou, e espera que acabe quem mais usa o banco de dados desta pasta, para então pará-lo. Ctrl+C o para já.'

/** Another program run by hand may have come meanwhile, and works on this server. */
async function esperarOsOutros(url: string) {
  const cliente = new pg.Client({ connectionString: url })
  await cliente.connect()
  const outros = `select from pg_stat_activity
    where datname = current_database() and usename is not null and pid <> pg_backend_pid()`
  const haOutros = async () => (await cliente.query(outros)).rowCount !== 0
  try {
    if (await haOutros()) console.log(ESPERA)
    while (await haOutros()) await pausa(OLHAR_MS)
  } finally {
    await cliente.end()
  }
}

const semBanco = (pasta: string) =>
  new FalhaAoIniciar(`Não há banco de dados em ${pasta}. Inicie o sistema uma vez, ou diga a pasta em DATA_DIR.`)

/** The port on the fourth line of `postmaster.pid`. */
function urlDoQueRoda(pastaDados: string, dados: string): string | null {
  const [pid, senha] = [join(dados, 'postmaster.pid'), join(pastaDados, 'senha-do-banco')]
  if (!existsSync(pid) || !existsSync(senha)) return null
  const porta = readFileSync(pid, 'utf8').split('\n')[3]?.trim()
  return `postgres://postgres:${readFileSync(senha, 'utf8').trim()}@127.0.0.1:${porta}/${NOME_DO_BANCO}?sslmode=disable`
}

async function responde(url: string): Promise<boolean> {
  const cliente = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // Files left by a killed server: nobody listens there, and the database is started again.
  const conectou = await cliente.connect().then(
    () => true,
    () => false,
  )
  await cliente.end()
  return conectou
}

/** Throws `FalhaAoIniciar` with a sentence when the database has not all the migrations of this version. */
export async function exigirEstaVersao(url: string): Promise<void> {
  const cliente = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await cliente.connect()
  try {
    // Right after a restore or a move the program's role has no access yet: its first start grants it.
    const { rowCount } = await cliente.query(`select where to_regclass('migracao') is not null`)
    if (!rowCount)
      throw new FalhaAoIniciar(
        'O banco de dados ainda não está pronto para o programa. Se uma restauração foi cortada, repita-a, que um início faria aqui outra empresa; senão, inicie o sistema uma vez e tente de novo.',
      )
    const { rows } = await cliente.query<{ numero: number }>('select numero from migracao')
    const feitas = new Set(rows.map(({ numero }) => Number(numero)))
    if (!(await migracoesDoCodigo()).every((numero) => feitas.has(numero)))
      throw new FalhaAoIniciar(
        'O banco de dados é de uma versão anterior. Inicie o sistema com esta versão e tente de novo.',
      )
  } finally {
    await cliente.end()
  }
}
