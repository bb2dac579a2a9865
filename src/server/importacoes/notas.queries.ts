import { sql } from 'kysely'
import type { IdentidadeNota } from '#domain/documento-fiscal.ts'
import type { Trx } from '#server/db/schema.ts'

/** Issuer, model, series and number: what stays the same when a file's key was tampered with. */
export const numeroDe = ({ emitente, modelo, serie, numero }: Omit<IdentidadeNota, 'chave' | 'tipo'>): string =>
  [emitente, modelo, serie, numero].join('/')

export interface NotasConhecidas {
  chaves: Set<string>
  /** By `numeroDe`, the key under which it was imported. */
  numeros: Map<string, string>
}

/** Which of these notes were imported before, by their key or by their number under another one. */
export async function notasConhecidas(trx: Trx, notas: readonly IdentidadeNota[]): Promise<NotasConhecidas> {
  // Two lookups by their own indexes: joined by an `or`, they would read the whole table.
  const { rows } = await sql<Omit<IdentidadeNota, 'tipo'>>`
    with n as (
      select * from jsonb_to_recordset(${JSON.stringify(notas)}::jsonb) as n(chave text, emitente text, modelo text, serie text, numero text))
    select f.chave, f.emitente, f.modelo, f.serie, f.numero from n join nota_fiscal f on f.chave = n.chave
    union
    select f.chave, f.emitente, f.modelo, f.serie, f.numero from n join nota_fiscal f
      on f.emitente = n.emitente and f.modelo = n.modelo and f.serie = n.serie and f.numero = n.numero`.execute(trx)
  return {
    chaves: new Set(rows.map((nota) => nota.chave)),
    numeros: new Map(rows.map((nota) => [numeroDe(nota), nota.chave])),
  }
}

export async function notasCanceladas(trx: Trx, chaves: readonly string[]): Promise<Set<string>> {
  const linhas = await trx
    .selectFrom('nota_cancelada')
    .select('chave')
    .where('chave', '=', sql<string>`any(${chaves}::text[])`)
    .execute()
  return new Set(linhas.map((linha) => linha.chave))
}

export async function gravarNotas(trx: Trx, notas: readonly IdentidadeNota[], importacaoId: number): Promise<void> {
  if (notas.length === 0) return
  await trx
    .insertInto('nota_fiscal')
    .values(notas.map((nota) => ({ ...nota, importacao_id: importacaoId })))
    .execute()
}

/** Keeps the cancellations, so that a note which comes later is not collected; gives those that are new. */
export async function gravarCancelamentos(
  trx: Trx,
  chaves: readonly string[],
  importacaoId: number,
  agora: Date,
): Promise<string[]> {
  if (chaves.length === 0) return []
  const novos = await trx
    .insertInto('nota_cancelada')
    .values(chaves.map((chave) => ({ chave, em: agora, importacao_id: importacaoId })))
    .onConflict((conflito) => conflito.column('chave').doNothing())
    .returning('chave')
    .execute()
  return novos.map((nota) => nota.chave)
}
