import { type Kysely, sql } from 'kysely'
import type { TipoDeEnvio } from '#domain/importacao.ts'
import type { Database, Db, Trx } from '#server/db/schema.ts'
import { comSessaoViva } from '#server/db/sessao-viva.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { EnvioRecusado } from '#server/http/envio.ts'
import { criarVagas } from '#server/jobs/vagas.ts'
import type { Servicos } from '#server/servicos.ts'

export interface Pedido {
  tipo: TipoDeEnvio
  arquivo: string
  usuarioId: number
  ip: string | null
  simular: boolean
  vincular: boolean
  /** The id of the watched folder's file that it imports. */
  daPasta?: number
}

/** An import that runs: its own connection, and the row by which others follow it. */
export interface Andamento extends Pedido {
  id: number
  /** One session for the whole import: its temporary tables and its locks live there. */
  conexao: Kysely<Database>
  /** Written outside the import's transactions, so that it is visible while they run; throttled. */
  progredir(progresso: Progresso): Promise<void>
}

interface Progresso {
  /** Rows or documents read so far. */
  lidas?: number
  /** Of those, how many were written. */
  gravadas?: number
}

const SIMULTANEAS = 3
/** At most so many at once in this process: each holds a connection of the pool that others need too. */
const { naSuaVez } = criarVagas(SIMULTANEAS)
const TENTAR_DE_NOVO_MS = 50
const PROGRESSO_MS = 250
const trava = (id: number) => sql`hashtextextended(${`importacao:${id}`}, 0)`
const TRAVA_DE_TODAS = sql`hashtextextended('importacoes', 0)`

/**
 * Runs an import from the creation of its row to its end. The session holds a lock while it and this process live, so a
 * row left `processando` without the lock was interrupted. Imports that write take turns across nodes.
 */
export async function comImportacao<R extends object>(
  servicos: Pick<Servicos, 'db' | 'relogio'>,
  pedido: Pedido,
  executar: (andamento: Andamento) => Promise<R>,
): Promise<R & { importacao_id: number }> {
  return naSuaVez(() =>
    servicos.db
      .connection()
      .execute((conexao) => comSessaoViva(conexao, () => conduzir(servicos, conexao, pedido, executar))),
  )
}

async function conduzir<R extends object>(
  { db, relogio }: Pick<Servicos, 'db' | 'relogio'>,
  conexao: Kysely<Database>,
  pedido: Pedido,
  executar: (andamento: Andamento) => Promise<R>,
): Promise<R & { importacao_id: number }> {
  const id = await abrir(conexao, pedido, relogio.agora())
  try {
    if (!pedido.simular) await esperarVez(conexao)
    const { progredir, progresso } = criarProgresso(db, id)
    const resultado = { importacao_id: id, ...(await executar({ ...pedido, id, conexao, progredir })) }
    const fim = { situacao: 'concluida' as const, resultado: JSON.stringify(resultado), mensagem: null }
    await encerrar(db, id, { ...progresso, ...fim }, relogio.agora())
    return resultado
  } catch (erro) {
    // When not even this can be written, the row is ended later by `encerrarInterrompidas`.
    const fim = { situacao: 'falhou' as const, resultado: null, mensagem: fraseDe(erro) }
    await encerrar(db, id, fim, relogio.agora()).catch(() => undefined)
    throw erro
  }
}

function criarProgresso(db: Db, id: number) {
  const progresso: Progresso = {}
  let dito = 0
  const progredir = async (novo: Progresso) => {
    Object.assign(progresso, novo)
    if (performance.now() - dito < PROGRESSO_MS) return
    dito = performance.now()
    await db.updateTable('importacao').set(progresso).where('id', '=', id).execute()
  }
  return { progresso, progredir }
}

/** The row and its lock appear together: nobody sees one without the other. */
const abrir = (conexao: Kysely<Database>, pedido: Pedido, agora: Date): Promise<number> =>
  emTransacao(conexao, async (trx) => {
    const { id } = await trx
      .insertInto('importacao')
      .values({
        tipo: pedido.tipo,
        arquivo: pedido.arquivo,
        usuario_id: pedido.usuarioId,
        situacao: 'processando',
        simulada: pedido.simular,
        arquivo_da_pasta_id: pedido.daPasta ?? null,
        criada_em: agora,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`select pg_advisory_lock(${trava(id)})`.execute(trx)
    return id
  })

/**
 * For what writes on another session than the import's: rejects when nobody holds its lock any more, as after this
 * process stood still. Another import may have had its turn since.
 */
export async function exigirEmCurso(trx: Trx, id: number): Promise<void> {
  const { rows } = await sql<{ livre: boolean }>`select pg_try_advisory_xact_lock(${trava(id)}) as livre`.execute(trx)
  if (rows[0]?.livre) throw new Error('a sessão da importação terminou: nada mais dela é gravado')
}

async function esperarVez(conexao: Kysely<Database>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ obtida: boolean }>`select pg_try_advisory_lock(${TRAVA_DE_TODAS}) as obtida`.execute(
      conexao,
    )
    if (rows[0]?.obtida) return
    await new Promise((pronto) => setTimeout(pronto, TENTAR_DE_NOVO_MS))
  }
}

const PACIENCIA_MS = 2_000

/**
 * For what takes away what an import may be about to write to: the imports' turn until the transaction ends, or false when one goes on
 * having it.
 */
export async function tomarVez(trx: Trx): Promise<boolean> {
  const limite = performance.now() + PACIENCIA_MS
  for (;;) {
    const { rows } = await sql<{ obtida: boolean }>`
      select pg_try_advisory_xact_lock(${TRAVA_DE_TODAS}) as obtida`.execute(trx)
    if (rows[0]?.obtida) return true
    if (performance.now() > limite) return false
    await new Promise((pronto) => setTimeout(pronto, TENTAR_DE_NOVO_MS))
  }
}

const encerrar = (
  db: Db,
  id: number,
  fim: Progresso & { situacao: 'concluida' | 'falhou'; resultado: string | null; mensagem: string | null },
  agora: Date,
) =>
  db
    .updateTable('importacao')
    .set({ ...fim, terminada_em: agora })
    .where('id', '=', id)
    .execute()

const INTERROMPIDA =
  'A importação foi interrompida. O que já tinha sido gravado continua valendo; envie o arquivo de novo: nada será duplicado.'

const fraseDe = (erro: unknown): string =>
  erro instanceof EnvioRecusado ||
  (erro instanceof Error && ['CamposInvalidos', 'ArquivoIlegivel', 'Proibido'].includes(erro.name))
    ? erro.message
    : INTERROMPIDA

/** Ends as `falhou` an import interrupted by a crash: marked as running, but nobody holds its lock. */
export async function encerrarInterrompidas(db: Db, agora: Date): Promise<number> {
  return emTransacao(db, async (trx) => {
    const { numAffectedRows } = await sql`
      update importacao set situacao = 'falhou', mensagem = ${INTERROMPIDA}, terminada_em = ${agora}
      where situacao = 'processando' and pg_try_advisory_xact_lock(hashtextextended('importacao:' || id, 0))`.execute(
      trx,
    )
    return Number(numAffectedRows ?? 0)
  })
}
