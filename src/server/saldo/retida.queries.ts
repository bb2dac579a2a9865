import { sql } from 'kysely'
import type { Dia } from '#domain/data.ts'

/** Until when an account is promised, while that is awaited. */
export const PROMETIDA_ATE =
  sql<Dia | null>`(select p.ate from promessa_conta pc join promessa p on p.id = pc.promessa_id
  where pc.conta_id = conta.id and pc.pendente)`.as('prometida_ate')
