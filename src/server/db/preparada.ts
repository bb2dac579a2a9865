import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from './schema.ts'
import type { Ler } from './vias.ts'

/** Connections cache a plan for each name: past this many texts, further ones are planned each time. */
const MAXIMO = 400
const nomes = new Map<string, string>()
const LEITURAS = new WeakMap<Db | Trx, Ler>()

/** What is run by name outside of a transaction goes by `ler`. */
export const lerPor = (db: Db, ler: Ler) => void LEITURAS.set(db, ler)

/**
 * Runs a frequent statement as a prepared one, so that a connection parses and plans it once. Outside a transaction it
 * runs over shared connections (`vias.ts`), so it must be short. For reads whose plan does not depend on the values (no
 * `like` of typed text), and which name their columns: when a table gains a column while an older node runs, PostgreSQL
 * refuses a plan of `*`.
 */
export function preparada<T>(db: Db | Trx, consulta: CompiledQuery<T>): Promise<Pick<QueryResult<T>, 'rows'>> {
  const { sql, parameters } = consulta
  if (!nomes.has(sql) && nomes.size < MAXIMO) nomes.set(sql, `p${nomes.size}`)
  const ler = LEITURAS.get(db)
  return ler ? (ler(sql, parameters) as Promise<{ rows: T[] }>) : db.executeQuery(consulta)
}

/** The name under which connections know a text; undefined for what is not run by name. */
export const nomeDoTexto = (texto: string): string | undefined => nomes.get(texto)

/** Where a value of a `molde` goes. */
class Lugar {
  readonly nome: PropertyKey
  constructor(nome: PropertyKey) {
    this.nome = nome
  }
}

/**
 * A named statement whose text never changes: it is compiled once, not for each request. `valor` marks the place of a value.
 */
export function molde<T, V extends object>(
  escrever: (valor: <C>(nome: keyof V) => RawBuilder<C>) => { compile(db: Db | Trx): CompiledQuery<T> },
) {
  let pronta: CompiledQuery<T> | undefined
  return async (db: Db | Trx, valores: V): Promise<T[]> => {
    pronta ??= escrever((nome) => sql`${new Lugar(nome)}`).compile(db)
    const parameters = pronta.parameters.map((um) => (um instanceof Lugar ? valores[um.nome as keyof V] : um))
    return (await preparada<T>(db, { ...pronta, parameters })).rows
  }
}
