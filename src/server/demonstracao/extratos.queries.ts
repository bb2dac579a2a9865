import { type RawBuilder, sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import { COM_DONO, type Movimento } from '#domain/movimento.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { credito } from './linhas-do-banco.ts'

/** What people typed in as paid by Pix or transfer from one day to the day before another, and no movement is linked to. */
export const lerPagosAMao = (db: Db | Trx, desde: Dia, antesDe: Dia) =>
  db
    .selectFrom('pagamento as p')
    .innerJoin('cliente as c', 'c.id', 'p.cliente_id')
    .select(['p.id', 'p.pago_em', 'p.valor_centavos', 'p.forma', 'c.id as cliente_id', 'c.nome', 'c.documento'])
    .where('p.pago_em', '>=', desde)
    // Today's are in tomorrow's statement.
    .where('p.pago_em', '<', antesDe)
    .where('p.forma', 'in', ['pix', 'transferencia'])
    .where('p.estornado_em', 'is', null)
    .where('p.movimento_id', 'is', null)
    .orderBy('p.id')
    .execute()

/** A payment that somebody typed in, as the bank tells of it. */
export const creditoDoPago = (um: Awaited<ReturnType<typeof lerPagosAMao>>[number]): Movimento =>
  credito({
    dia: um.pago_em,
    valorCentavos: um.valor_centavos,
    como: um.forma === 'pix' ? 'PIX TRANSF' : 'TED RECEBIDA',
    nome: um.nome,
    documento: um.documento,
  })

/** Some customers with two accounts or more, and each account's value, to pay without saying who they are. */
export async function lerDevedores(db: Db | Trx, ordem: RawBuilder<unknown>, quantos: number) {
  const { rows } = await sql<{ nome: string; documento: string; valores: Centavos[] }>`
    select c.nome, c.documento, array_agg(t.valor_centavos order by t.vencimento) as valores
    from cliente c join conta t on t.cliente_id = c.id and t.situacao = 'aberta' and t.pago_centavos = 0
    where c.status = 'ativo' and c.documento is not null
    group by c.id having count(*) >= 2
    order by ${ordem} limit ${sql.lit(quantos)}`.execute(db)
  return rows
}

/** The PSP's movements of these days: the statement repeats them, and they count once. */
export const lerPixDosDias = (db: Db | Trx, desde: Dia, antesDe: Dia) =>
  db
    .selectFrom('movimento')
    .select(['tipo', 'dia', 'valor_centavos', 'pagador_nome', 'pagador_documento'])
    .where('origem', '=', 'pix')
    .where('tipo', 'in', COM_DONO)
    .where('duas_fontes', '=', false)
    .where('dia', '>=', desde)
    .where('dia', '<', antesDe)
    .orderBy('id')
    .execute()

/** The last day that a statement of the demonstration's was brought for, before a day; null: of none. */
export async function ultimoExtrato(db: Db, antesDe: Dia): Promise<Dia | null> {
  const { rows } = await sql<{ dia: Dia | null }>`
    select max(substr(arquivo, 9, 10)) as dia from importacao
    where tipo = 'extrato' and not simulada and situacao = 'concluida' and arquivo ~ '^extrato-\\d{4}-\\d{2}-\\d{2}[.]ofx$'
      and substr(arquivo, 9, 10) < ${antesDe}`.execute(db)
  return rows[0]?.dia ?? null
}
