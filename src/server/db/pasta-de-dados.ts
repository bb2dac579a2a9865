import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { porqueFalhou } from './falha-ao-iniciar.ts'
import { segredoDaPasta } from './segredo-da-pasta.ts'

const CHAVE_SECRETA = 'chave-secreta'

/** As root PostgreSQL runs as another user, who must be able to pass; otherwise the folder is nobody else's. */
export async function prepararPasta(pasta: string) {
  try {
    await criarPasta(pasta, process.getuid?.() === 0 ? 0o711 : 0o700)
    await criarPasta(join(pasta, 'uploads'), 0o700)
    await access(pasta, constants.W_OK)
  } catch (erro) {
    throw porqueFalhou(erro, pasta)
  }
}

/** Node's recursive `mkdir` never returns for a folder that can neither be created nor found, as below /proc. */
export async function criarPasta(pasta: string, mode: number): Promise<void> {
  if (existsSync(pasta)) return
  const pai = dirname(pasta)
  if (pai !== pasta) await criarPasta(pai, mode)
  await mkdir(pasta, { mode }).catch((erro) => {
    if (!existsSync(pasta)) throw erro // else another start made it meanwhile
  })
}

/** The SECRET_KEY of a folder, made when it has none: `nova`, or one at random. */
export async function chaveDaPasta(pasta: string, nova?: Buffer): Promise<Buffer> {
  const fazer = () => (nova ?? randomBytes(32)).toString('base64')
  return Buffer.from(await segredoDaPasta(pasta, CHAVE_SECRETA, fazer), 'base64')
}

/** The SECRET_KEY that a folder keeps; null when it keeps none. */
export async function chaveGuardada(pasta: string): Promise<Buffer | null> {
  const arquivo = join(pasta, CHAVE_SECRETA)
  return existsSync(arquivo) ? Buffer.from(await readFile(arquivo, 'utf8'), 'base64') : null
}
