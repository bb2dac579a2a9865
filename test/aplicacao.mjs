// Starts the whole application as a person would, on a free port and an empty folder, for tests from outside.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { portaLivre } from '../src/server/db/porta.ts'

const RAIZ = dirname(dirname(fileURLToPath(import.meta.url)))
export const ADMIN = { email: 'admin@exemplo.com.br', senha: 'Conferencia-2026-forte' }

/**
 * Returns `{ url, parar, saida }` once /health/ready answers 200; throws with the program's output if it exits before. `por`: a
 * command that runs the program, such as on another machine.
 */
export async function iniciarAplicacao(ambiente = {}, por = []) {
  const pasta = mkdtempSync(join(tmpdir(), 'cobranca-app-'))
  // Under root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(pasta, 0o711)
  const porta = ambiente.PORT ?? (await portaLivre())
  const saida = []
  const [programa, ...argumentos] = [...por, process.execPath, join(RAIZ, 'src', 'server', 'main.ts')]
  const processo = spawn(programa, argumentos, {
    cwd: RAIZ,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(porta),
      HOST: '127.0.0.1',
      DATA_DIR: join(pasta, 'data'),
      DEMO: '0',
      WHATSAPP_EMULATOR: '1',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.senha,
      ...ambiente,
    },
  })
  for (const canal of [processo.stdout, processo.stderr]) canal.on('data', (pedaco) => saida.push(String(pedaco)))
  // Once its output was read to the end as well, which 'exit' does not wait for.
  const terminou = new Promise((fim) => processo.once('close', fim))
  // If the parent ends first, or a test gives up, nothing else would stop the program.
  const levar = () => processo.kill('SIGTERM')
  process.once('exit', levar)
  processo.once('exit', () => process.off('exit', levar))
  const url = `http://${ambiente.HOST ?? '127.0.0.1'}:${porta}`
  const parar = async () => {
    processo.kill('SIGTERM')
    await terminou
    rmSync(pasta, { recursive: true, force: true })
  }
  await esperarPronto(url, processo, terminou, saida).catch((erro) => {
    rmSync(pasta, { recursive: true, force: true })
    throw erro
  })
  return { url, parar, processo, terminou, pasta, saida: () => saida.join('') }
}

/** Restarts the application on the same data and port with another environment; everybody has to sign in again. */
export async function recomecar({ url, pasta, processo, terminou, parar: apagar }, ambiente) {
  processo.kill('SIGTERM')
  await terminou
  tokens.clear()
  const outra = await iniciarAplicacao({ ...ambiente, DATA_DIR: join(pasta, 'data'), PORT: new URL(url).port })
  const parar = async () => {
    await outra.parar()
    await apagar()
  }
  return { ...outra, parar }
}

/** Changes the emulator's settings as an administrator. Throws with the answer when refused. */
export async function controlarEmulador(url, metodo, caminho, corpo, { email, senha } = ADMIN) {
  const pedir = async (method, onde, body, token) => {
    const resposta = await fetch(url + onde, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!resposta.ok) throw new Error(`${method} ${onde}: ${resposta.status} ${await resposta.text()}`)
    return resposta.json()
  }
  const chave = `${url} ${email}`
  if (!tokens.has(chave)) tokens.set(chave, (await pedir('POST', '/api/login', { email, password: senha })).token)
  return pedir(metodo, `/emulador/api${caminho}`, corpo, tokens.get(chave))
}
/** One session per application, because repeated sign-ins hit the rate limit. */
const tokens = new Map()

/** Writing a demonstration company takes long on a busy machine; below a test's own timeout, so that what it said is shown. */
const PACIENCIA_MS = 500_000
async function esperarPronto(url, processo, terminou, saida) {
  for (const limite = Date.now() + PACIENCIA_MS; Date.now() < limite; ) {
    if (processo.exitCode !== null) {
      await terminou
      throw new Error(`A aplicação terminou antes de ficar pronta:\n${saida.join('')}`)
    }
    const resposta = await fetch(`${url}/health/ready`).catch(() => null)
    if (resposta?.status === 200) return
    await new Promise((pronto) => setTimeout(pronto, 100))
  }
  processo.kill('SIGKILL')
  throw new Error(`A aplicação não ficou pronta em ${PACIENCIA_MS / 1000} s:\n${saida.join('')}`)
}
