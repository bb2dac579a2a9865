// A Chromium for the end-to-end tests: an installed one, else Debian's, else a sentence that says what to install.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CONHECIDOS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export function acharChromium() {
  const achado = [process.env.CHROMIUM_PATH, ...CONHECIDOS].find((caminho) => caminho && existsSync(caminho))
  if (achado) return achado
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Instalando o Chromium para os testes de ponta a ponta…')
    const ambiente = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const argumentos of [
      ['update', '-qq'],
      ['install', '-y', '-qq', 'chromium'],
    ])
      spawnSync('apt-get', argumentos, { env: ambiente, stdio: 'ignore' })
    if (existsSync(CONHECIDOS[0])) return CONHECIDOS[0]
  }
  console.error(
    'Nenhum Chromium encontrado. Instale o pacote chromium (apt-get install chromium) ou aponte CHROMIUM_PATH para um navegador baseado em Chromium.',
  )
  return process.exit(1)
}
