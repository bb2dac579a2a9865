import { type RawBuilder, sql } from 'kysely'

/** What a person typed as a `like` pattern that finds it anywhere, over text already passed through `normalizar`. */
export const padraoDeBusca = (digitado: string): RawBuilder<string> =>
  sql<string>`'%' || normalizar(${digitado.replace(/[\\%_]/g, '\\$&')}) || '%'`
