import { setTimeout as pausa } from 'node:timers/promises'
import { sql } from 'kysely'
import { TOKEN_DO_LINK } from '#domain/link.ts'
import { hashDoToken } from '#server/chaves/token.ts'
import type { Db } from '#server/db/schema.ts'

/** Questions wait this long for each other, so that however many come the database is asked twenty times a second. */
const JUNTAR_MS = 50
/** Beyond this many nobody else is looked up. */
const PERGUNTAS = 2_000

/**
 * Does a link with this token live? For a flood, in which most ask with none: all who wait are answered by one query. When the database
 * cannot say, nobody's does.
 */
export function criarLinksVivos(db: Db, agora: () => Date) {
  let fila: { hash: Buffer; responder: (vive: boolean) => void }[] = []
  let respondida: Promise<unknown> = Promise.resolve()

  async function perguntar() {
    // A slow database is asked one question at a time.
    await Promise.all([pausa(JUNTAR_MS), respondida])
    const lote = fila
    fila = []
    const hashes = lote.map(({ hash }) => hash)
    const resposta = vivosEntre(db, hashes, agora()).catch(() => new Set<string>())
    respondida = resposta
    const vivos = await resposta
    for (const { hash, responder } of lote) responder(vivos.has(hash.toString('hex')))
  }

  return async (token: string): Promise<boolean> => {
    if (!TOKEN_DO_LINK.test(token) || fila.length >= PERGUNTAS) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    fila.push({ hash: hashDoToken(token), responder: resolve })
    if (fila.length === 1) void perguntar()
    return promise
  }
}

async function vivosEntre(db: Db, hashes: readonly Buffer[], agora: Date): Promise<Set<string>> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from link where hash = any(${hashes}::bytea[]) and encerrado_em is null and vale_ate > ${agora}`.execute(
    db,
  )
  return new Set(rows.map(({ hash }) => hash.toString('hex')))
}
