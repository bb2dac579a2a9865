import { type RawBuilder, sql } from 'kysely'
import { type Dia, FUSO } from '#domain/data.ts'

/** The instant at which a day of the company begins (or the day so many days after it). */
export const inicioDoDia = (dia: Dia, diasDepois = 0): RawBuilder<string> =>
  sql`((${dia}::date + ${diasDepois}::int)::timestamp at time zone ${sql.lit(FUSO)})`
