import { sql } from 'kysely'
import { SITUACOES_INDECISAS } from '#domain/movimento.ts'
import { mesmoBoleto } from '#domain/repeticao.ts'
import { somaDoLote } from '#domain/sugestoes.ts'
import { lista } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'
import { emMovimento } from '#server/movimentos/mesmo-dinheiro.queries.ts'
import { acharLotes, DE_UM_BOLETO, DIAS_DO_RETORNO } from './candidatos.queries.ts'
import type { Movimento } from './travas.queries.ts'

/** Alike by amount and day: `d` are these movements, `m` the others. */
const parecidos = (ids: readonly number[]) => sql`
  movimento d join movimento m on m.valor_centavos = d.valor_centavos
    and m.dia between d.dia - ${sql.lit(DIAS_DO_RETORNO)} and d.dia + ${sql.lit(DIAS_DO_RETORNO)}
  where (d.pelo_pix or d.txid is not null) and d.id = any(${[...ids]}::bigint[]) and m.id <> all(${[...ids]}::bigint[]) and m.tipo = 'credito'`

/** The Pix of these boletos and the boletos of these Pix (`mesmoBoleto`), whatever was decided about them; locked. */
export async function outrosDoMesmo(trx: Trx, ids: readonly number[]): Promise<Movimento[]> {
  const { rows } = await sql<Movimento & { de: number }>`
    select d.id as de, m.* from ${parecidos(ids)} and ${DE_UM_BOLETO} and d.pelo_pix <> m.pelo_pix order by m.id for update of m`.execute(
    trx,
  )
  if (rows.length === 0) return []
  const estes = await trx
    .selectFrom('movimento')
    .selectAll()
    .where('id', 'in', [...new Set(rows.map(({ de }) => de))])
    .execute()
  const porId = new Map(estes.map((um) => [um.id, emMovimento(um)]))
  const mesmos = rows.filter(({ de, ...outro }) => mesmoBoleto(porId.get(de)!, emMovimento(outro)))
  return [...new Map(mesmos.map(({ de: _, ...outro }) => [outro.id, outro])).values()]
}

/** Undecided or ignored lump sums of a day's boletos, these among them; locked. */
export async function lotesDestes(trx: Trx, ids: readonly number[]): Promise<Movimento[]> {
  const { rows } = await sql<Movimento>`
    select m.* from movimento m
    where m.lote and m.tipo = 'credito' and m.situacao in ${lista([...SITUACOES_INDECISAS, 'ignorado'])} and m.id <> all(${[...ids]}::bigint[])
      and (m.banco, m.dia) in (select banco, dia_credito from movimento
        where id = any(${[...ids]}::bigint[]) and tipo = 'credito' and nosso_numero is not null)
    order by m.id for update`.execute(trx)
  const somas = await acharLotes(trx, rows)
  return rows.filter(({ banco, dia, valor_centavos }) =>
    somaDoLote(
      { dia, valorCentavos: valor_centavos },
      somas.filter((soma) => soma.banco === banco),
    ),
  )
}

/** What may be the same money as these told again was judged before; whoever has it locked is judging it now. */
export const rejulgarOMesmo = (trx: Trx, ids: readonly number[]) =>
  sql`
    update movimento set a_julgar = true where id in (
      select m.id from ${parecidos(ids)} and m.situacao in ${lista(SITUACOES_INDECISAS)} and not m.a_julgar
        and (m.pelo_pix or m.txid is not null)
      for update of m skip locked)`.execute(trx)
