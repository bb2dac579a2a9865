import { type RawBuilder, sql } from 'kysely'

/** Keyboards write the apostrophe of "D'Ávila" in several ways, and so did whoever registered the name. */
const APOSTROFOS = /['’‘`´]/g

/** What a person typed as a `like` pattern that finds it anywhere, over text already passed through `normalizar`. */
export const padraoDeBusca = (digitado: string): RawBuilder<string> =>
  sql<string>`'%' || normalizar(${digitado.replace(/[\\%_]/g, '\\$&').replace(APOSTROFOS, '_')}) || '%'`
