import { sql } from 'kysely'
import type { AcaoDoLog } from '#domain/log.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** Who did it, and from where. */
export interface Quem {
  usuarioId: number
  ip: string | null
}

export interface Registro {
  agora: Date
  acao: AcaoDoLog
  /** Holds ids as `{cliente:12}`, never names: they are resolved when read, so anonymising needs no rewriting. */
  descricao: string
  nivel?: 'info' | 'aviso' | 'erro'
  usuarioId?: number | null
  ip?: string | null
  entidade?: string
  entidadeId?: number
  dados?: Record<string, unknown>
}

/** Writes what happened, in the transaction in which it happened. One statement and one parameter, however many rows. */
export async function registrar(trx: Trx | Db, ...registros: Registro[]): Promise<void> {
  if (registros.length === 0) return
  const linhas = registros.map((r) => ({
    created_at: r.agora,
    nivel: r.nivel ?? 'info',
    acao: r.acao,
    descricao: r.descricao,
    usuario_id: r.usuarioId ?? null,
    ip: r.ip ?? null,
    entidade: r.entidade ?? null,
    entidade_id: r.entidadeId ?? null,
    dados: r.dados ?? null,
  }))
  await sql`
    insert into log (created_at, nivel, acao, descricao, usuario_id, ip, entidade, entidade_id, dados)
    select created_at, nivel, acao, descricao, usuario_id, ip, entidade, entidade_id, dados
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as l(created_at timestamptz, nivel text, acao text,
      descricao text, usuario_id bigint, ip text, entidade text, entidade_id bigint, dados jsonb)`.execute(trx)
}

/** The same of each of these, `#` in the description being its id: nothing but the ids travels. */
export async function registrarDeCada(
  trx: Trx,
  ids: readonly number[],
  { agora, acao, descricao, nivel = 'info', usuarioId = null, ip = null, entidade }: Registro & { entidade: string },
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into log (created_at, nivel, acao, descricao, usuario_id, ip, entidade, entidade_id)
    select ${agora}, ${nivel}, ${acao}, replace(${descricao}, '#', id::text), ${usuarioId}, ${ip}, ${entidade}, id
    from unnest(${ids}::bigint[]) as id`.execute(trx)
}
