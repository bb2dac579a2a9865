import type { Db, Trx } from '#server/db/schema.ts'

export interface Registro {
  agora: Date
  acao: string
  /** Holds ids as `{cliente:12}`, never names: they are resolved when read, so anonymising needs no rewriting. */
  descricao: string
  nivel?: 'info' | 'aviso' | 'erro'
  usuarioId?: number | null
  ip?: string | null
  entidade?: string
  entidadeId?: number
  dados?: Record<string, unknown>
}

/** Writes what happened, in the transaction in which it happened. */
export async function registrar(trx: Trx | Db, ...registros: Registro[]): Promise<void> {
  if (registros.length === 0) return
  await trx
    .insertInto('log')
    .values(
      registros.map((r) => ({
        created_at: r.agora,
        nivel: r.nivel ?? 'info',
        acao: r.acao,
        descricao: r.descricao,
        usuario_id: r.usuarioId ?? null,
        ip: r.ip ?? null,
        entidade: r.entidade ?? null,
        entidade_id: r.entidadeId ?? null,
        dados: r.dados ? JSON.stringify(r.dados) : null,
      })),
    )
    .execute()
}
