import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { canonico } from '#domain/telefone.ts'
import type { Trx } from '#server/db/schema.ts'

/** What survives anonymisation of a phone: keyed, so that nobody can try all numbers. */
export const hashDoTelefone = (chaveSecreta: Buffer, telefoneCanonico: string): Buffer =>
  createHmac('sha256', chaveSecreta).update(telefoneCanonico).digest()

/**
 * The contact of each phone (E.164), made where there was none: one row per canonical phone, whatever number of
 * customers share it. A phone that was anonymised and comes back finds its row, and with it its opt-out. Two statements
 * when all are known, four at most, for any number of phones. Call it with the customers already locked.
 */
export async function contatosDe(
  trx: Trx,
  chaveSecreta: Buffer,
  telefones: readonly string[],
  origem: string,
): Promise<Map<string, number>> {
  const canonicos = [...new Set(telefones.map(canonico))].sort()
  if (canonicos.length === 0) return new Map()
  const hashes = canonicos.map((numero) => hashDoTelefone(chaveSecreta, numero))
  const procurados = new Map(canonicos.map((numero, i) => [numero, hashes[i]!]))
  let achados = await acharContatos(trx, procurados)
  const faltam = canonicos.filter((numero) => !achados.has(numero))
  if (faltam.length > 0) {
    await sql`insert into contato (canonico, hash, consentimento_origem)
      select canonico, hash, ${origem} from unnest(${faltam}::text[], ${faltam.map((n) => procurados.get(n)!)}::bytea[]) as n(canonico, hash)
      order by canonico on conflict do nothing`.execute(trx)
    achados = new Map([...achados, ...(await acharContatos(trx, new Map(faltam.map((n) => [n, procurados.get(n)!]))))])
  }
  return new Map(telefones.map((telefone) => [telefone, achados.get(canonico(telefone))!]))
}

/** By number, else by the hash that anonymisation left; the number is then known again. */
async function acharContatos(trx: Trx, procurados: ReadonlyMap<string, Buffer>): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; canonico: string; anonimo: boolean }>`
    select coalesce(n.id, h.id) as id, p.canonico, n.id is null as anonimo
    from unnest(${[...procurados.keys()]}::text[], ${[...procurados.values()]}::bytea[]) as p(canonico, hash)
    left join contato n on n.canonico = p.canonico
    left join contato h on h.hash = p.hash and n.id is null
    where coalesce(n.id, h.id) is not null`.execute(trx)
  const anonimos = rows.filter((linha) => linha.anonimo)
  if (anonimos.length > 0)
    await sql`update contato c set canonico = n.canonico
      from unnest(${anonimos.map((um) => um.id)}::bigint[], ${anonimos.map((um) => um.canonico)}::text[]) as n(id, canonico)
      where c.id = n.id and c.canonico is null`.execute(trx)
  return new Map(rows.map((linha) => [linha.canonico, linha.id]))
}
