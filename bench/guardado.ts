import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { iniciarBancoEmbutido } from '#server/db/embutido.ts'
import { receberPasta } from '#server/db/identidade.ts'
import { migrar } from '#server/db/migrar.ts'
import { separarPapeis } from '#server/db/papeis.ts'
import { travarPasta } from '#server/db/trava-da-pasta.ts'
import { medir } from './banco.ts'
import { povoar } from './povoar.ts'

/*
 * A generated company kept in a folder, which is also a DATA_DIR of the program: what takes long to create is created once and
 * measured as often as needed, on a PostgreSQL configured as in production.
 *   node bench/guardado.ts <folder> [customers, 100000] [engine messages to each, 10]   creates it, unless it exists
 *   node bench/guardado.ts <folder> -- <a bench for this folder, and its arguments> …   runs it; several with `--` between
 * A bench's writes are kept: give those that send or pay a copy of the folder.
 */
const [pasta = '', ...resto] = process.argv.slice(2)
if (!pasta) throw new Error('name a folder')
const medidas = partir(resto)
const log = pino({ level: 'warn' })
/** Durability is off while filling: after a crash it is simply filled again. */
const SEM_CUIDADO = [
  'fsync = off',
  'full_page_writes = off',
  'autovacuum = off',
  'wal_level = minimal',
  'max_wal_senders = 0',
  "checkpoint_timeout = '1h'",
]

mkdirSync(pasta, { recursive: true, mode: 0o711 })
const soltar = travarPasta(pasta)
try {
  if (medidas.length > 0) await medirTodas()
  else await fazer(Number(resto[0] ?? 100_000), Number(resto[1] ?? 10))
} finally {
  await soltar()
}

/** The arguments between one `--` and the next. */
function partir(argumentos: string[]): string[][] {
  const partes: string[][] = []
  for (const um of argumentos) um === '--' ? partes.push([]) : partes.at(-1)?.push(um)
  return partes
}

async function medirTodas() {
  const banco = await abrir()
  try {
    await migrar(banco.urlDoDono)
    await separarPapeis(banco.urlDoDono, banco.url)
    for (const [medida = '', ...argumentos] of medidas) {
      console.log(`\n== ${[medida, ...argumentos].join(' ')}`)
      const { status } = spawnSync(
        process.execPath,
        ['--max-semi-space-size=16', join(import.meta.dirname, `${medida}.ts`), ...argumentos], // as `npm start` does
        { stdio: 'inherit', env: { ...process.env, BENCH_DATABASE_URL: banco.comoSuperusuario } },
      )
      if (status !== 0) process.exitCode = status ?? 1
    }
  } finally {
    await banco.parar()
  }
}

async function fazer(clientes: number, envios: number) {
  if (existsSync(join(pasta, 'feita'))) return console.log('it is there')
  await receberPasta(resolve(pasta))
  await ajustar(SEM_CUIDADO.map((um) => `alter system set ${um}`))
  const banco = await abrir()
  try {
    await migrar(banco.urlDoDono)
    await separarPapeis(banco.urlDoDono, banco.url)
    const comeco = performance.now()
    const s = () => ((performance.now() - comeco) / 1_000).toFixed(0).padStart(6)
    const { ms } = await medir(() =>
      povoar(banco.comoSuperusuario, clientes, envios, (passo) =>
        console.log(`${s()} s  ${passo.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}`),
      ),
    )
    console.log(`${clientes} customers in ${(ms / 1_000).toFixed(0)} s`)
  } finally {
    await banco.parar()
  }
  // With fsync off, this is the first moment at which everything is on disk.
  spawnSync('sync')
  await ajustar(['alter system reset all'])
  mkdirSync(join(pasta, 'feita'))
}

/** The settings apply from the next start. */
async function ajustar(comandos: string[]) {
  const banco = await abrir()
  const cliente = new pg.Client({ connectionString: banco.comoSuperusuario })
  await cliente.connect()
  try {
    for (const comando of comandos) await cliente.query(comando)
  } finally {
    await cliente.end()
    await banco.parar()
  }
}

async function abrir() {
  const banco = await iniciarBancoEmbutido(resolve(pasta), log, (erro) => {
    throw erro
  })
  const comoSuperusuario = new URL(banco.url)
  comoSuperusuario.username = 'postgres'
  comoSuperusuario.password = readFileSync(join(pasta, 'senha-do-banco'), 'utf8').trim()
  return { ...banco, comoSuperusuario: comoSuperusuario.href }
}
