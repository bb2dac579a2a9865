import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { gravarInteiro } from '#server/db/arquivo-inteiro.ts'
import { emTransacao } from '#server/db/transacao.ts'
import type { Servicos } from '#server/servicos.ts'
import { reter } from './retencao.actions.ts'

/** In DATA_DIR: how many messages each history of this company had sent when this node last looked. */
const ARQUIVO = 'posicao-do-envio.json'

type Posicoes = Record<string, number>

/** How many messages a history of this company ever marked to be sent. */
export interface Posicao {
  linhagem: string
  posicao: number
}
type Precisa = Pick<Servicos, 'db' | 'relogio' | 'pastaDados' | 'log'>

/**
 * The number of messages ever marked to be sent only grows, whatever the clocks say: a database with a lower number than this node saw went
 * back in time, and would send again what left since. Otherwise stores its current number.
 * `marcada`: what this process marked last, which no file says yet.
 */
export async function conferirPosicao(
  { db, relogio, pastaDados, log }: Precisa,
  marcada: Posicao | null = null,
): Promise<void> {
  // Before the database, since nodes may share the folder: what another stores there meanwhile is ahead of what this one read.
  const vistas = await lerPosicoes(pastaDados)
  const { linhagem, posicao, retida_em } = await db
    .selectFrom('despacho')
    .select(['linhagem', 'posicao', 'retida_em'])
    .executeTakeFirstOrThrow()
  const vista = Math.max(vistas[linhagem] ?? 0, marcada?.linhagem === linhagem ? marcada.posicao : 0)
  if (vista > posicao) {
    if (retida_em !== null) return // said when it was held
    log.error({ vista, posicao }, 'o banco de dados voltou para antes de envios já feitos: o envio está retido')
    await emTransacao(db, (trx) => reter(trx, 'posicao', relogio.agora(), vista - posicao))
  } else if (vista < posicao) {
    await gravarInteiro(join(pastaDados, ARQUIVO), JSON.stringify({ ...vistas, [linhagem]: posicao }))
  }
}

/** Runs at start, before anything is sent; `dita`: the value of DATABASE_RESTORED, which has effect only once. */
export async function conferirRestauracao(servicos: Precisa, dita: string | null): Promise<void> {
  const { db, relogio } = servicos
  await conferirPosicao(servicos)
  if (dita === null) return
  await emTransacao(db, async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      update despacho set restauracao_dita = ${dita} where restauracao_dita is distinct from ${dita}`.execute(trx)
    // A database that was left behind when the company moved is an old copy too (`exigirMesmaEmpresa`).
    const { numAffectedRows: deixadas = 0n } = await sql`
      update configuracao set mudada_em = null where mudada_em is not null`.execute(trx)
    if (numAffectedRows + deixadas > 0n) await reter(trx, 'pedido', relogio.agora())
  })
}

async function lerPosicoes(pasta: string): Promise<Posicoes> {
  try {
    return JSON.parse(await readFile(join(pasta, ARQUIVO), 'utf8')) as Posicoes
  } catch (erro) {
    // The first time; or cut short by a power failure, which proves nothing of the database.
    if ((erro as NodeJS.ErrnoException).code === 'ENOENT' || erro instanceof SyntaxError) return {}
    throw erro
  }
}
