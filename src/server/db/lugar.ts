import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { binariosDoPostgres } from './binarios.ts'
import { porqueFalhou } from './falha-ao-iniciar.ts'

export interface Lugar {
  dados: string
  diario: string
  initdb: string
  postgres: string
}

const FORA = '/var/lib/sistema-de-cobranca'

/**
 * Where PostgreSQL's data and programs lie. An ordinary user keeps both where they are. As root PostgreSQL runs as another
 * user, who may not pass below a folder like /root (mode 0700): then data and programs go to /var/lib, in a folder
 * of this DATA_DIR.
 */
export async function lugarDoBanco(
  pastaDados: string,
  binarios: Awaited<ReturnType<typeof binariosDoPostgres>>,
  usuario: { uid: number; gid: number } | undefined,
): Promise<Lugar> {
  try {
    const base = usuario && !alcancavel(dirname(pastaDados), usuario.uid) ? join(FORA, resumo(pastaDados)) : pastaDados
    await mkdir(base, { recursive: true, mode: 0o711 })
    const dados = join(base, 'postgresql')
    const diario = join(base, 'postgresql.log')
    if (usuario) {
      await chmod(base, 0o711)
      await prepararPasta(join(base, 'pg'), usuario)
      const programas = alcancavel(binarios.pasta, usuario.uid) ? binarios.pasta : await copiarProgramas(binarios.pasta)
      return {
        dados: join(base, 'pg', 'postgresql'),
        diario,
        initdb: join(programas, 'initdb'),
        postgres: join(programas, 'postgres'),
      }
    }
    return { dados, diario, initdb: binarios.initdb, postgres: binarios.postgres }
  } catch (erro) {
    throw porqueFalhou(erro, pastaDados)
  }
}

const resumo = (texto: string) => createHash('sha256').update(texto).digest('hex').slice(0, 12)

async function prepararPasta(pasta: string, { uid, gid }: { uid: number; gid: number }) {
  await mkdir(pasta, { recursive: true, mode: 0o700 })
  await chown(pasta, uid, gid)
}

/** May this user pass through every folder on the way, the last one included? */
function alcancavel(pasta: string, uid: number): boolean {
  for (let atual = pasta; ; atual = dirname(atual)) {
    if (existsSync(atual)) {
      const { mode, uid: dono } = statSync(atual)
      if (!(mode & (dono === uid ? 0o100 : 0o001))) return false
    }
    if (dirname(atual) === atual) return true
  }
}

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
