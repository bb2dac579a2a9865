import { type RawBuilder, sql } from 'kysely'
import type { ParteDoRecebido } from '#domain/movimento.ts'
import { type LugarNaLista, lugarPorDia } from '#server/db/lugar-na-lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'

const CONTADO = [
  ...['movimentos', 'creditos', 'automaticas'],
  ...['valor', 'recebido', 'aplicado', 'credito', 'sem_dono', 'ignorado', 'devolvido', 'tarifa', 'automatico'].map(
    (um) => `${um}_centavos`,
  ),
]

/** The part of the counted amounts that belongs to a figure of the closing, like `centavosDaParte` for one movement. */
export const contadosDaParte = (parte: ParteDoRecebido): RawBuilder<number> =>
  sql.ref(parte === 'tarifas' ? 'tarifa_centavos' : `${parte}_centavos`)

/** The position of a page of movements by day, with their number and sum, from the stored counts; `filtro` gives situation, origin and day. */
export async function lugarPorDiaDoBanco(
  db: Db,
  filtro: RawBuilder<boolean>,
  pagina: Parameters<typeof lugarPorDia>[1],
): Promise<LugarNaLista> {
  const dias = sql`
    select dia, sum(movimentos) as linhas, sum(valor_centavos) as soma
    from contagem_movimento where ${filtro} group by 1 having sum(movimentos) <> 0`
  return (await preparada(db, lugarPorDia(dias, pagina).compile(db))).rows[0]!
}

/** Folds the writers' rows into one per day, situation and origin, while they keep adding. */
export async function compactarMovimentos(db: Db): Promise<void> {
  const colunas = sql.join(CONTADO.map((coluna) => sql.ref(coluna)))
  const somas = sql.join(CONTADO.map((coluna) => sql`sum(${sql.ref(coluna)})`))
  await emTransacao(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('contagem_movimento'))`.execute(trx)
    await sql`
      with soltas as (delete from contagem_movimento where id in (
        select id from (select id, count(*) over (partition by dia, situacao, origem) as linhas from contagem_movimento) grupo
        where linhas > 1) returning *)
      insert into contagem_movimento (dia, situacao, origem, ${colunas})
      select dia, situacao, origem, ${somas} from soltas group by 1, 2, 3
      having sum(movimentos) <> 0`.execute(trx)
  })
}
