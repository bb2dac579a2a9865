import { sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import { inicioDoDia } from '#server/db/instante.ts'

/**
 * Who was concluded before that day, has said and been told nothing since, and still has a name: what follows `from`, as `c`. Whether
 * they have an open case is `SEM_CASO`.
 */
export const candidatos = (antesDe: Dia) => sql`cliente c
  where c.status = 'concluido' and c.anonimizado_em is null and coalesce(c.concluido_em, c.created_at) < ${inicioDoDia(antesDe)}
    and not exists (select from mensagem m where m.cliente_id = c.id and m.created_at >= ${inicioDoDia(antesDe)})`
