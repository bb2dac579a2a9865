// Finds a Chromium for the end-to-end tests: CHROMIUM_PATH, else an installed one, else Debian's, else one from an npm package,
// else it explains what to do. The npm one is older: there, code that failed to load offline loads only after a reload.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { rodarNpm } from './preparar.mjs'

/** The headless shell: the same engine without windows, at half the CPU time. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const NOMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const FORA_DO_PATH = ['/snap/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** Returns the path of a Chromium that runs. */
export async function acharChromium() {
  const achado = nomeado() ?? headlessShellDoDebian() ?? instalado() ?? doDebian() ?? (await doRegistro())
  if (achado) return achado
  console.error(
    'Nenhum Chromium encontrado, e não foi possível buscar um. Instale o pacote chromium (apt-get install chromium) ou aponte CHROMIUM_PATH para um navegador baseado em Chromium.',
  )
  return process.exit(1)
}

const nomeado = () => [process.env.CHROMIUM_PATH].find((caminho) => caminho && anda(caminho))

function instalado() {
  const pastas = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const noPath = NOMES.flatMap((nome) => pastas.map((pasta) => join(pasta, nome)))
  return [...noPath, ...FORA_DO_PATH].find(anda)
}

const anda = (caminho) =>
  existsSync(caminho) && spawnSync(caminho, ['--version', '--no-sandbox'], { stdio: 'ignore' }).status === 0

const GUARDADOS = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sistema-de-cobranca')

/** Where Debian's Chromium is installed without its headless shell, unpacks the shell of the same version into a folder; the system is not changed. */
function headlessShellDoDebian() {
  const { stdout } = spawnSync('dpkg-query', ['-W', 'chromium-common'], { encoding: 'utf8' })
  const versao = stdout?.trim().split('\t')[1]
  if (!versao || existsSync(`/usr/bin/${HEADLESS_SHELL}`)) return undefined
  const pasta = join(GUARDADOS, `headless-shell-${versao}`)
  const programa = join(pasta, DO_CHROMIUM, HEADLESS_SHELL)
  if (anda(programa)) return programa
  console.log('Buscando no Debian a parte do Chromium que não abre janelas (60 MB, só na primeira vez)…')
  mkdirSync(GUARDADOS, { recursive: true })
  const nova = mkdtempSync(join(GUARDADOS, 'novo-'))
  const feito = [
    ['apt-get', 'download', '-qq', `${HEADLESS_SHELL}=${versao}`],
    ['sh', '-c', 'dpkg-deb -x *.deb . && rm *.deb'],
  ].every(([comando, ...argumentos]) => {
    const opcoes = { cwd: nova, stdio: 'ignore', timeout: 120_000 }
    return spawnSync(comando, argumentos, opcoes).status === 0
  })
  if (!feito) return rmSync(nova, { recursive: true })
  const [instalada, dela] = [join('/', DO_CHROMIUM), join(nova, DO_CHROMIUM)]
  const faltam = readdirSync(instalada).filter((nome) => !existsSync(join(dela, nome)))
  for (const nome of faltam) symlinkSync(join(instalada, nome), join(dela, nome))
  rmSync(pasta, { recursive: true, force: true })
  renameSync(nova, pasta)
  return anda(programa) ? programa : undefined
}

const DO_CHROMIUM = 'usr/lib/chromium'

/** Contains Chromium's headless shell, its libraries and a font, compressed with brotli. Downloaded only if there is no other. */
const PACOTE = {
  nome: '@sparticuz/chromium',
  versao: '153.0.0',
  arquivo: 'sparticuz-chromium-153.0.0.tgz',
  integridade: 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
}

async function doRegistro() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const pasta = join(GUARDADOS, `chromium-${PACOTE.versao}`)
  const programa = join(pasta, 'chromium.sh')
  if (anda(programa)) return programa
  console.log('Buscando no registro npm um Chromium para os testes de ponta a ponta (70 MB, só na primeira vez)…')
  try {
    mkdirSync(GUARDADOS, { recursive: true })
    const nova = mkdtempSync(join(GUARDADOS, 'novo-'))
    await desempacotar(nova)
    rmSync(pasta, { recursive: true, force: true })
    renameSync(nova, pasta)
  } catch (erro) {
    console.error(`Não foi possível usar o Chromium do registro npm: ${erro.message}`)
  }
  return anda(programa) ? programa : undefined
}

async function desempacotar(pasta) {
  const feito = rodarNpm(['pack', `${PACOTE.nome}@${PACOTE.versao}`, '--pack-destination', pasta, '--loglevel=error'])
  if (feito.status !== 0) throw new Error((feito.stderr || String(feito.error ?? '')).trim())
  const pacote = join(pasta, PACOTE.arquivo)
  const resumo = `sha512-${createHash('sha512').update(readFileSync(pacote)).digest('base64')}`
  if (resumo !== PACOTE.integridade) throw new Error('o pacote não é o esperado (sha512 diferente).')
  extrair(pacote, pasta)
  await descomprimir(pasta, 'chromium.br', join(pasta, 'chromium'))
  chmodSync(join(pasta, 'chromium'), 0o755)
  for (const nome of ['al2023', 'fonts', 'swiftshader']) {
    const tar = join(pasta, `${nome}.tar`)
    await descomprimir(pasta, `${nome}.tar.br`, tar)
    extrair(tar, pasta)
    rmSync(tar)
  }
  for (const sobra of [pacote, join(pasta, 'package')]) rmSync(sobra, { recursive: true })
  writeFileSync(join(pasta, 'fonts.conf'), FONTES)
  writeFileSync(join(pasta, 'chromium.sh'), LANCADOR, { mode: 0o755 })
}

const descomprimir = (pasta, nome, destino) =>
  pipeline(createReadStream(join(pasta, 'package', 'bin', nome)), createBrotliDecompress(), createWriteStream(destino))

function extrair(pacote, pasta) {
  const { status, stderr, error } = spawnSync('tar', ['-xf', pacote, '-C', pasta], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tar: ${(stderr || String(error ?? '')).trim()}`)
}

/** Libraries and a font missing on a bare machine are loaded from beside the program. */
const LANCADOR = `#!/bin/sh
pasta=$(dirname "$0")
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$pasta:$pasta/lib"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$pasta"
exec "$pasta/chromium" "$@"
`

const FONTES = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`

function doDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Instalando o Chromium para os testes de ponta a ponta…')
  const ambiente = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const argumentos of [
    ['update', '-qq'],
    ['install', '-y', '-qq', HEADLESS_SHELL],
    ['install', '-y', '-qq', 'chromium'],
  ])
    if (!instalado()) spawnSync('apt-get', argumentos, { env: ambiente, stdio: 'ignore' })
  return instalado()
}

/** Run by itself: fetches one while other work goes on, so that it is there when it is asked for. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await acharChromium())
