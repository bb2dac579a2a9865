import { type SelectQueryBuilder, sql } from 'kysely'

export interface PedidoDePagina {
  page: number
  per_page: number
}

/** The fields of a page beside its `data`; a page past the end is empty, and there is always a page 1. */
export const camposDaPagina = ({ page, per_page }: PedidoDePagina, total: number) => ({
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / per_page)),
  per_page,
  total,
})

/** Counts what a filtered query finds and reads one page of it; `ler` chooses columns and a total order. */
export async function paginar<DB, TB extends keyof DB, R>(
  filtrada: SelectQueryBuilder<DB, TB, object>,
  pedido: PedidoDePagina,
  ler: (consulta: SelectQueryBuilder<DB, TB, object>) => Promise<R[]>,
) {
  const { page, per_page } = pedido
  const [contagem, data] = await Promise.all([
    filtrada.select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
    ler(filtrada.limit(per_page).offset((page - 1) * per_page)),
  ])
  return { data, ...camposDaPagina(pedido, (contagem as { total: number } | undefined)?.total ?? 0) }
}
