import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { gravarInteiro } from './arquivo-inteiro.ts'
import { conectar } from './conexao.ts'
import { FalhaAoIniciar, porqueFalhou } from './falha-ao-iniciar.ts'
import type { Db } from './schema.ts'

/** File of DATA_DIR with the company's identity, equal to `configuracao.identidade`. */
const IDENTIDADE = 'identidade'
/**
 * File of DATA_DIR from before anything is created in it until its database has the identity: an interrupted start goes
 * on.
 */
const PRIMEIRO_INICIO = 'primeiro-inicio'
/** File of DATA_DIR with the place of its embedded database, when that is elsewhere. */
const ONDE = 'onde-esta-o-banco.txt'
/** What a company leaves in its folder. */
const RESTOS = [IDENTIDADE, 'chave-secreta', 'senha-do-banco', 'emulador.json', ONDE, 'midias', 'postgresql']

/** Call it before anything is created in the folder: only a folder without a company's data may get an empty database. */
export async function receberPasta(pasta: string): Promise<void> {
  try {
    if (restosDe(pasta).length === 0) await gravarInteiro(join(pasta, PRIMEIRO_INICIO), '')
  } catch (erro) {
    throw porqueFalhou(erro, pasta)
  }
}

/** Refuses to make an embedded database in `dados` for a folder that had one: restored without it, it would look empty. */
export function exigirDados(pasta: string, dados: string): void {
  if (existsSync(join(dados, 'PG_VERSION')) || podeSerVazio(pasta)) return
  const antes = lugarAnotado(pasta)
  const onde = antes && antes !== dados ? ` Da última vez, ele ficava em ${antes}.` : ''
  throw new FalhaAoIniciar(
    `A pasta ${pasta} é de uma empresa que já existe (${restosDe(pasta).join(', ')}), mas o banco de dados dela não está em ${dados}.${onde} Copie-o para ${dados} e inicie de novo; se os dados ficam em outro PostgreSQL, defina DATABASE_URL; para começar outra empresa, escolha outra pasta com DATA_DIR. Nada foi alterado.`,
  )
}

/**
 * Refuses, before any migration, an empty database beside a company's folder, another company's database, and one whose company
 * was moved elsewhere. An older copy of the same database is the same company. `restaurado`: DATABASE_RESTORED, with which
 * somebody deliberately returns to the old database.
 */
export async function exigirMesmaEmpresa(url: string, pasta: string, restaurado: string | null = null): Promise<void> {
  const { doBanco, vazio, mudada } = await lerBanco(url)
  if (mudada && restaurado === null)
    throw new FalhaAoIniciar(
      `A empresa deste banco de dados foi levada para outro em ${mudada} (npm run mudar-de-banco): inicie com o outro. Se a mudança foi cortada e o outro está vazio, rode-a de novo com --interrompida no fim. Para voltar a este, como ele estava naquele dia, inicie uma vez com DATABASE_RESTORED e a data de hoje. Nada foi alterado.`,
    )
  const daPasta = lerIdentidade(pasta)
  if (!doBanco && vazio && !podeSerVazio(pasta)) {
    throw new FalhaAoIniciar(
      `O banco de dados está vazio, e a pasta ${pasta} tem o que é de uma empresa (${restosDe(pasta).join(', ')}). Restaure nele a cópia do banco dessa empresa, ou corrija DATABASE_URL; para começar outra empresa, escolha outra pasta com DATA_DIR. Nada foi alterado.`,
    )
  }
  if (daPasta && doBanco && daPasta !== doBanco) {
    throw new FalhaAoIniciar(
      `A pasta ${pasta} é de uma empresa, e o banco de dados, de outra: as chaves e os arquivos de uma não servem à outra. Aponte DATA_DIR e DATABASE_URL para os da mesma empresa. Se a pasta é nova para este banco e pode mudar de dono, apague dela o arquivo ${IDENTIDADE}. Nada foi alterado.`,
    )
  }
}

/** Writes the same identity to the database and the folder. Call it once the schema exists. */
export async function firmarIdentidade(db: Db, pasta: string): Promise<void> {
  const daPasta = lerIdentidade(pasta)
  await db
    .updateTable('configuracao')
    .set({ identidade: daPasta ?? randomUUID() })
    .where('identidade', 'is', null)
    .execute()
  const { identidade } = await db.selectFrom('configuracao').select('identidade').executeTakeFirstOrThrow()
  try {
    if (identidade && daPasta !== identidade) await gravarInteiro(join(pasta, IDENTIDADE), identidade)
    await rm(join(pasta, PRIMEIRO_INICIO), { force: true })
  } catch (erro) {
    throw porqueFalhou(erro, pasta)
  }
}

/** Nobody signs in and nobody is billed yet. */
export async function bancoVazio(db: Db): Promise<boolean> {
  const { rows } = await sql<{ vazio: boolean }>`${sql.raw(VAZIO)}`.execute(db)
  return rows[0]?.vazio === true
}

/** Notes in the folder that its database lies elsewhere, or that it does not any more; gives whether it does. */
export async function anotarLugar(pasta: string, dados: string): Promise<boolean> {
  const arquivo = join(pasta, ONDE)
  if (dados.startsWith(join(pasta, '/'))) {
    await rm(arquivo, { force: true })
    return false
  }
  await gravarInteiro(
    arquivo,
    `O banco de dados desta pasta fica em:\n${dados}\nUma cópia de segurança precisa das duas pastas, feita com o sistema parado.`,
  )
  return true
}

/** Is it of no company yet? */
export const VAZIO = 'select not exists (select from usuario) and not exists (select from cliente) as vazio'

/** Of `configuracao`: when its company was taken to another database, as people write it; null: it was not. */
export const MUDADA_EM = `to_char(mudada_em at time zone 'America/Sao_Paulo', 'DD/MM/YYYY "às" HH24:MI') as mudada_em`

interface DoBanco {
  doBanco: string | null
  vazio: boolean
  /** As `MUDADA_EM`. */
  mudada: string | null
}

async function lerBanco(url: string): Promise<DoBanco> {
  const cliente = await conectar(url)
  try {
    const { rows } = await cliente.query<{ coluna: string }>(
      `select attname as coluna from pg_attribute where attrelid = to_regclass('configuracao') and attname in ('id', 'identidade', 'mudada_em')`,
    )
    if (rows.length === 0) return { doBanco: null, vazio: true, mudada: null }
    const vazio = (await cliente.query<{ vazio: boolean }>(VAZIO)).rows[0]?.vazio === true
    // An earlier version's table has fewer of these columns.
    const { rows: lidas } = await cliente.query<{ identidade?: string | null; mudada_em?: string | null }>(
      `select ${rows.map(({ coluna }) => (coluna === 'mudada_em' ? MUDADA_EM : coluna)).join(', ')} from configuracao`,
    )
    const [{ identidade = null, mudada_em = null } = {}] = lidas
    return { doBanco: identidade, vazio, mudada: mudada_em }
  } finally {
    await cliente.end()
  }
}

const podeSerVazio = (pasta: string) => existsSync(join(pasta, PRIMEIRO_INICIO)) || restosDe(pasta).length === 0

const restosDe = (pasta: string) =>
  RESTOS.filter((nome) => existsSync(join(pasta, nome)) && !pastaVazia(join(pasta, nome)))

function pastaVazia(caminho: string): boolean {
  try {
    return readdirSync(caminho).every((nome) => nome === 'lost+found') // every new disk has it
  } catch {
    return false // a file, or a folder of somebody else's
  }
}

/** A file without a valid identity counts as none. */
const lerIdentidade = (pasta: string) => /^[0-9a-f-]{36}$/m.exec(lerTexto(join(pasta, IDENTIDADE)) ?? '')?.[0] ?? null

/** Where the embedded database of a folder lies, when elsewhere. */
export const lugarAnotado = (pasta: string): string | undefined =>
  lerTexto(join(pasta, ONDE))
    ?.split('\n')
    .find((linha) => linha.startsWith('/'))

function lerTexto(arquivo: string): string | undefined {
  return existsSync(arquivo) ? readFileSync(arquivo, 'utf8') : undefined
}
