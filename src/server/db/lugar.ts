import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { binariosDoPostgres, type Usuario, usuarioDoPostgres } from './binarios.ts'
import { FalhaAoIniciar, porqueFalhou } from './falha-ao-iniciar.ts'

export interface Lugar {
  /** PostgreSQL's data. */
  dados: string
  initdb: string
  postgres: string
  /** Who runs PostgreSQL; undefined: this process's own user. */
  usuario: Usuario | undefined
}

const FORA = '/var/lib/sistema-de-cobranca'

/**
 * Where PostgreSQL's data and programs lie. An ordinary user keeps both where they are. As root PostgreSQL runs as another
 * user, who may not pass below a folder like /root (mode 0700): then they go to /var/lib, in a folder of this DATA_DIR.
 * Data that already exists stays where it is and is run by whom it belongs to, so that no start ever
 * finds an empty database because a mode or the user changed.
 */
export async function lugarDoBanco(pastaDados: string): Promise<Lugar> {
  try {
    const binarios = await binariosDoPostgres()
    if (process.getuid?.() !== 0) {
      return { dados: join(pastaDados, 'postgresql'), ...binarios, usuario: undefined }
    }
    const { dados, usuario } = lugarComoRoot(pastaDados)
    await mkdir(dirname(dados), { recursive: true, mode: 0o711 })
    const programas = executa(binarios.postgres, usuario) ? binarios.pasta : await copiarProgramas(binarios.pasta)
    return { dados, initdb: join(programas, 'initdb'), postgres: join(programas, 'postgres'), usuario }
  } catch (erro) {
    throw porqueFalhou(erro, pastaDados)
  }
}

function lugarComoRoot(pastaDados: string): { dados: string; usuario: Usuario } {
  const dentro = join(pastaDados, 'postgresql')
  const fora = join(FORA, resumo(realpathSync(pastaDados)), 'postgresql')
  const existente = [dentro, fora].find((pasta) => existsSync(join(pasta, 'PG_VERSION')))
  if (!existente) {
    const usuario = usuarioDoPostgres()
    return { dados: alcancavel(pastaDados, usuario.uid) ? dentro : fora, usuario }
  }
  const { uid, gid } = statSync(existente)
  if (!alcancavel(dirname(existente), uid)) {
    throw new FalhaAoIniciar(
      `O usuário ${uid} do sistema, dono do banco de dados em ${existente}, não pode passar pelas pastas que levam até lá: dê passagem a ele (chmod o+x) e inicie de novo.`,
    )
  }
  return { dados: existente, usuario: { uid, gid } }
}

const resumo = (texto: string) => createHash('sha256').update(texto).digest('hex').slice(0, 12)

/** May this user pass through every folder on the way, the last one included? */
function alcancavel(pasta: string, uid: number): boolean {
  for (let atual = realpathSync(pasta); ; atual = dirname(atual)) {
    const { mode, uid: dono } = statSync(atual)
    if (!(mode & (dono === uid ? 0o100 : 0o001))) return false
    if (dirname(atual) === atual) return true
  }
}

/** Asked of the system itself: folders, file modes and libraries all count. */
const executa = (programa: string, usuario: Usuario) =>
  spawnSync(programa, ['--version'], { ...usuario, cwd: '/', stdio: 'ignore' }).status === 0

/** PostgreSQL's programs with their libraries, copied once for each version of the package. */
async function copiarProgramas(bin: string): Promise<string> {
  const nativo = dirname(bin)
  const destino = join(FORA, `programas-${resumo(`${nativo}${statSync(join(bin, 'postgres')).mtimeMs}`)}`)
  if (!existsSync(destino)) {
    const novo = `${destino}.${process.pid}`
    await mkdir(FORA, { recursive: true, mode: 0o755 })
    await rm(novo, { recursive: true, force: true })
    await cp(nativo, novo, { recursive: true, verbatimSymlinks: true })
    await rename(novo, destino)
  }
  return join(destino, 'bin')
}
