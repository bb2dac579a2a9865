import { sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import { inicioDoDia } from '#server/db/instante.ts'

/**
 * Customers completed before that day, without messages in either direction since, who still have a name; follows `from`, as `c`.
 * `SEM_CASO` says whether they have an open case.
 */
export const candidatos = (antesDe: Dia) => sql`cliente c
  where c.status = 'concluido' and c.anonimizado_em is null and coalesce(c.concluido_em, c.created_at) < ${inicioDoDia(antesDe)}
    and not exists (select from mensagem m where m.cliente_id = c.id and m.created_at >= ${inicioDoDia(antesDe)})`
