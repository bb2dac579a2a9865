import { sql } from 'kysely'
import { SITUACOES_INDECISAS } from '#domain/movimento.ts'
import { doMesmoBoleto } from '#domain/repeticao.ts'
import { somaDoLote } from '#domain/sugestoes.ts'
import { lista } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'
import { emMovimento } from '#server/movimentos/mesmo-dinheiro.queries.ts'
import { acharLotes, DE_UM_BOLETO, DIAS_DO_RETORNO } from './candidatos.queries.ts'
import type { Movimento } from './travas.queries.ts'

/** Movements `m` about as alike to these as `doMesmoBoleto` wants, each found once for all of these of an amount (`d`). */
const parecidos = (ids: readonly number[]) => sql`
  (select m.valor_centavos, m.pelo_pix, min(m.dia) - ${sql.lit(DIAS_DO_RETORNO)} as de, max(m.dia) + ${sql.lit(DIAS_DO_RETORNO)} as ate
    from movimento m where m.id = any(${[...ids]}::bigint[]) and ${DE_UM_BOLETO} group by 1, 2) d
  join movimento m on m.valor_centavos = d.valor_centavos and m.dia between d.de and d.ate
  where m.tipo = 'credito' and ${DE_UM_BOLETO}`

/** The Pix of these boletos and the boletos of these Pix, whatever was decided about them. */
export async function outrosDoMesmo(trx: Trx, ids: readonly number[]): Promise<Movimento[]> {
  const { rows } = await sql<Movimento>`
    select m.* from ${parecidos(ids)} and d.pelo_pix <> m.pelo_pix`.execute(trx)
  if (rows.length === 0) return []
  const { rows: estes } = await sql<Movimento>`
    select * from movimento where id = any(${[...ids]}::bigint[])`.execute(trx)
  const outros = rows.map((linha) => ({ linha, ...emMovimento(linha) }))
  return doMesmoBoleto(estes.map(emMovimento), outros).map(({ linha }) => linha)
}

/** Undecided or ignored lump sums of a day's boletos that only with these among them add up to it. */
export async function lotesDestes(trx: Trx, ids: readonly number[]): Promise<Movimento[]> {
  const { rows } = await sql<Movimento>`
    select m.* from movimento m
    where m.lote and m.tipo = 'credito' and m.situacao in ${lista([...SITUACOES_INDECISAS, 'ignorado'])} and m.id <> all(${[...ids]}::bigint[])
      and (m.banco, m.dia) in (select banco, dia_credito from movimento
        where id = any(${[...ids]}::bigint[]) and tipo = 'credito' and nosso_numero is not null)`.execute(trx)
  const [com, sem] = [await acharLotes(trx, rows), await acharLotes(trx, rows, ids)]
  return rows.filter(({ banco, dia, valor_centavos }) => {
    const soma = (somas: typeof com) =>
      somaDoLote(
        { dia, valorCentavos: valor_centavos },
        somas.filter((uma) => uma.banco === banco),
      )
    return soma(com) && !soma(sem)
  })
}

/** What may be the same money as these told again was judged before; whoever has it locked is judging it now. */
export const rejulgarOMesmo = (trx: Trx, ids: readonly number[]) =>
  sql`
    update movimento set a_julgar = true where id in (
      select m.id from ${parecidos(ids)} and m.situacao in ${lista(SITUACOES_INDECISAS)} and not m.a_julgar
      for update of m skip locked)`.execute(trx)
