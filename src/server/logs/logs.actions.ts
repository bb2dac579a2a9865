import { sql } from 'kysely'
import type { Causa } from '#domain/causa.ts'
import type { Frase } from '#domain/frase-do-log.ts'
import type { AcaoDoLog, VerboDe } from '#domain/log.ts'
import type { Nivel } from '#domain/nivel.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** Who did it, and from where. */
export interface Quem {
  usuarioId: number
  ip: string | null
}

export interface Registro {
  agora: Date
  acao: AcaoDoLog
  /** Names nobody: `frase` stores ids, resolved when read. In a plain string nothing is resolved. */
  descricao: string | Frase
  /** Why, as a person typed it: kept apart, since it goes when the customer is anonymised. */
  motivo?: string | undefined
  nivel?: Nivel
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
    ...emColunas(r.descricao),
    motivo: r.motivo ?? null,
    usuario_id: r.usuarioId ?? null,
    ip: r.ip ?? null,
    entidade: r.entidade ?? null,
    entidade_id: r.entidadeId ?? null,
    dados: r.dados ?? null,
  }))
  await sql`
    with linhas as (
      select nextval('log_id_seq') as id, l.*
      from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as l(created_at timestamptz, nivel text, acao text,
        descricao text, referencias jsonb, motivo text, usuario_id bigint, ip text, entidade text, entidade_id bigint,
        dados jsonb)),
    escritas as (
      insert into log (id, created_at, nivel, acao, descricao, referencias, usuario_id, ip, entidade, entidade_id, dados)
      overriding system value
      select id, created_at, nivel, acao, descricao, referencias, usuario_id, ip, entidade, entidade_id, dados from linhas)
    insert into log_motivo (log_id, motivo) select id, motivo from linhas where motivo is not null`.execute(trx)
}

/** What happens to an agreement, a promise or a dispute stands in its customer's history. */
export const registroNoCliente = <A extends 'negociacao' | 'promessa' | 'contestacao'>(
  assunto: A,
  { id, cliente_id }: { id: number; cliente_id: number },
  verbo: VerboDe<A>,
  descricao: Frase,
  { agora, usuarioId, ip }: Causa,
  { motivo, nivel }: Pick<Registro, 'motivo' | 'nivel'> = {},
): Registro => ({
  agora,
  usuarioId: usuarioId ?? null,
  ip: ip ?? null,
  ...(nivel && { nivel }),
  acao: `${assunto}.${verbo}` as AcaoDoLog,
  descricao,
  motivo,
  entidade: 'cliente',
  entidadeId: cliente_id,
  dados: { [assunto]: id },
})

export const registrarNoCliente = <A extends 'negociacao' | 'promessa' | 'contestacao'>(
  trx: Trx,
  ...[assunto, qual, verbo, descricao, causa, mais]: Parameters<typeof registroNoCliente<A>>
): Promise<void> => registrar(trx, registroNoCliente(assunto, qual, verbo, descricao, causa, mais))

const emColunas = (descricao: string | Frase) =>
  typeof descricao === 'string'
    ? { descricao, referencias: [] }
    : { descricao: descricao.escrita, referencias: descricao.referencias }

/** As `registrar`, once for each of these ids, which replace `{entidade:#}` in the sentence: only the ids are sent. */
export async function registrarDeCada(
  trx: Trx,
  ids: readonly number[],
  {
    agora,
    acao,
    descricao,
    nivel = 'info',
    usuarioId = null,
    ip = null,
    entidade,
  }: Omit<Registro, 'descricao' | 'motivo'> & {
    descricao: string
    entidade: 'cliente'
  },
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into log (created_at, nivel, acao, descricao, referencias, usuario_id, ip, entidade, entidade_id)
    select ${agora}, ${nivel}, ${acao}, replace(${descricao}, '#', id::text),
      jsonb_build_array(jsonb_build_object('tipo', ${entidade}::text, 'id', id)), ${usuarioId}, ${ip}, ${entidade}, id
    from unnest(${ids}::bigint[]) as id`.execute(trx)
}
