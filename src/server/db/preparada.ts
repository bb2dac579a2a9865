import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from './schema.ts'
import type { Ler } from './vias.ts'

/** Each connection keeps the plans of those it ran: what is written in more ways than this is planned each time, as any other. */
const MAXIMO = 400
const nomes = new Map<string, string>()
const LEITURAS = new WeakMap<Db | Trx, Ler>()

/** What is run by name outside of a transaction goes by `ler`. */
export const lerPor = (db: Db, ler: Ler) => void LEITURAS.set(db, ler)

/**
 * Runs a statement that is asked all the time by its name, so that a connection reads and plans its text once; outside of a transaction
 * over connections that many share (`vias.ts`), so it is for what is short. For reads whose plan does not depend on the values (no `like` of what was typed), and whose columns are named one by one: a table that gains a
 * column while an older node runs changes what `*` gives, and PostgreSQL refuses the plan.
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
 * A statement run by name whose text is always the same: it is put together once, and not for each request. `valor` stands where one of
 * its values goes.
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
