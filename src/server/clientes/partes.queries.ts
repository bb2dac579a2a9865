import { type Expression, type RawBuilder, sql } from 'kysely'
import { type MotivoFila, STATUS_CLIENTE, type StatusCliente } from '#domain/cliente.ts'
import { MUITAS_TENTATIVAS } from '#domain/tentativas.ts'
import { clientesAchados } from './busca.queries.ts'
import { type Contagem, type Donos, deDonos } from './contagem.queries.ts'

/* What lists of customers are made of: sections, one after the other, each with its filters and its counts. */

/** A section of a list, shown entirely before the next, with its owners and statuses. */
export interface Parte {
  donos: Donos
  status: readonly StatusCliente[]
  motivo?: MotivoFila | undefined
  mais?: RawBuilder<boolean>[]
}

/** The customers of a part that a search finds, by account number too: what follows `from`. */
export const daParte = (parte: Parte, busca: string | undefined): RawBuilder<unknown> =>
  sql`${clientesAchados(busca)} where ${filtrosDa(parte)}`

export function filtrosDa({ donos, status, motivo, mais = [] }: Parte): RawBuilder<boolean> {
  const condicoes = [deDonos('cliente.operador_id', donos), ...mais]
  if (status.length < STATUS_CLIENTE.length) condicoes.push(comStatus(status))
  if (motivo) condicoes.push(sql<boolean>`cliente.aguardando_motivo = ${motivo}`)
  return sql<boolean>`${sql.join(condicoes, sql` and `)}`
}

/** Written out, so that the planner knows which partial index holds them. */
const comStatus = (status: readonly StatusCliente[]) =>
  status.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`cliente.status in (${sql.join(status.map((um) => sql.lit(um)))})`

/** Parts one after the other, in an order. */
export interface Lista {
  partes: Parte[]
  ordem: Expression<unknown>
  /** Its order is that of how late customers are, the most or the least late first. */
  porAtraso?: 'maior' | 'menor' | false
  /** No index has this order, since each message would rewrite it: for long lists the order is memoised. */
  semIndice?: boolean
}

export const NENHUM: Contagem = { total: 0, falhas: 0, abertoCentavos: 0 }
export const somar = (a: Contagem, b: Contagem): Contagem => ({
  total: a.total + b.total,
  falhas: a.falhas + b.falhas,
  abertoCentavos: a.abertoCentavos + b.abertoCentavos,
})

/** Of rows of `cliente`: how many, with too many attempts, and what they owe in cents. */
export const CONTAGEM = sql`count(*) as total, count(*) filter (where numero_chamadas >= ${sql.lit(MUITAS_TENTATIVAS)}) as falhas,
  coalesce(sum(aberto_centavos), 0)::bigint as "abertoCentavos"`
