import { sql } from 'kysely'
import { canonico } from '#domain/telefone.ts'
import { type ChaveDeHash, chavesDeHash, hashDe } from '#server/chaves/telefones.ts'
import type { Trx } from '#server/db/schema.ts'

/**
 * The contact of each phone (E.164), created when missing: one row per canonical phone, however many customers share
 * it. `origem` and `agora`: where and when we got the number, kept with the consent. An anonymised phone that returns
 * finds its row, and its opt-out. One statement when all are known, a handful at most. Call it with the customers
 * already locked.
 */
export async function contatosDe(
  trx: Trx,
  chaveSecreta: Buffer,
  telefones: readonly string[],
  origem: string,
  agora: Date,
): Promise<Map<string, number>> {
  const canonicos = [...new Set(telefones.map(canonico))].sort()
  const achados = new Map<string, number>()
  const faltam = () => canonicos.filter((numero) => !achados.has(numero))
  const juntar = (linhas: readonly { id: number; canonico: string | null }[]) => {
    for (const linha of linhas) achados.set(linha.canonico!, linha.id)
  }
  if (canonicos.length > 0) juntar(await porNumero(trx, canonicos))
  const chaves = faltam().length > 0 ? await chavesDeHash(trx, chaveSecreta) : []
  // An anonymised contact may have been hashed with any of the keys.
  for (const chave of chaves) if (faltam().length > 0) juntar(await porHash(trx, comHash(chave, faltam())))
  if (faltam().length > 0) juntar(await criar(trx, chaves[0]!, faltam(), origem, agora))
  // Another transaction made them meanwhile.
  if (faltam().length > 0) juntar(await porNumero(trx, faltam()))
  return new Map(telefones.map((telefone) => [telefone, achados.get(canonico(telefone))!]))
}

const comHash = (chave: ChaveDeHash, canonicos: readonly string[]) =>
  canonicos.map((canonico) => ({ canonico, hash: hashDe(chave, { canonico }) }))

/** They keep their number until the caller's customers point to them: one that is being erased is waited for, and found by its hash. */
const porNumero = (trx: Trx, canonicos: readonly string[]) =>
  trx
    .selectFrom('contato')
    .select(['id', 'canonico'])
    .where('canonico', '=', sql<string>`any(${canonicos}::text[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()

/** Finds contacts by the hash that anonymisation left, and stores their number again. */
async function porHash(trx: Trx, procurados: readonly { canonico: string; hash: Buffer }[]) {
  const { rows } = await sql<{ id: number; canonico: string }>`
    update contato c set canonico = n.canonico
    from unnest(${procurados.map((um) => um.canonico)}::text[], ${procurados.map((um) => um.hash)}::bytea[]) as n(canonico, hash)
    where c.hash = any(${procurados.map((um) => um.hash)}::bytea[]) and c.hash = n.hash and c.canonico is null
    returning c.id, n.canonico`.execute(trx)
  return rows
}

async function criar(trx: Trx, chave: ChaveDeHash, canonicos: readonly string[], origem: string, agora: Date) {
  const novos = comHash(chave, canonicos)
  const { rows } = await sql<{ id: number; canonico: string }>`
    insert into contato (canonico, hash, hash_chave, consentimento_origem, consentimento_em)
    select canonico, hash, ${chave.id}, ${origem}, ${agora}
    from unnest(${novos.map((um) => um.canonico)}::text[], ${novos.map((um) => um.hash)}::bytea[]) as n(canonico, hash)
    order by canonico on conflict do nothing
    returning id, canonico`.execute(trx)
  return rows
}
