import { sql } from 'kysely'
import { diaDe } from '#domain/data.ts'
import { MOTIVOS_DA_DECISAO } from '#domain/decisao.ts'
import { fraseDaCancelada } from '#domain/explicacao.ts'
import { DA_REGUA } from '#domain/mensagem.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Cancelamento, cancelar, EXPIRADA, umDe } from '#server/saida/saida.actions.ts'

/** Cancels messages whose rows the caller has locked, and says so in the report of the run that queued them. */
export async function cancelarComRelatorio(
  trx: Trx,
  mensagens: readonly Pick<Linha<'mensagem'>, 'id' | 'execucao_id'>[],
  porque: Cancelamento,
) {
  await cancelar(
    trx,
    mensagens.map(({ id }) => id),
    porque,
  )
  const itens = mensagens.filter(({ execucao_id }) => execucao_id !== null)
  if (itens.length === 0) return
  await sql`
    update execucao_item i set enviada = false, detalhe = ${fraseDaCancelada(porque.mensagem)},
      motivo = case when ${porque.codigo} = any(${[...MOTIVOS_DA_DECISAO]}::text[]) then ${porque.codigo} else i.motivo end
    from mensagem m
    where m.id = any(${itens.map(({ id }) => id)}::bigint[]) and i.execucao_id = m.execucao_id and i.cliente_id = m.cliente_id`.execute(
    trx,
  )
}

const LOTE = 1_000

/**
 * Cancels the engine's messages of earlier days that are still in the queue, which nobody may take from it while an account stands
 * still: their steps are free again, and the new day's run is about them. One that is being claimed is waited for: while its end is not
 * written, the run would pass its customer over. What is held after a restore may have left: it stays.
 */
export async function expirarDeOntem(db: Db, agora: Date): Promise<void> {
  const hoje = diaDe(agora)
  let canceladas = LOTE
  while (canceladas === LOTE)
    canceladas = await emTransacao(db, async (trx) => {
      // By when they were due, which has an index: none is put off past the end of its day (`adiar`).
      const velhas = await sql<{ id: number }>`
        select id from mensagem where envio = 'fila' and finalidade in ${lista(DA_REGUA)}
          and proxima_em <= ${inicioDoDia(hoje)} and dia < ${hoje}::date
          and not exists (select from despacho where retida_em is not null)
        order by proxima_em, id limit ${sql.lit(LOTE)}`.execute(trx)
      // Locked in the order in which claims lock them.
      const { rows } = await sql<Pick<Linha<'mensagem'>, 'id' | 'execucao_id'>>`
        select id, execucao_id from mensagem where id = ${umDe(velhas.rows.map(({ id }) => id))} and envio = 'fila'
        order by id for update`.execute(trx)
      if (rows.length > 0) await cancelarComRelatorio(trx, rows, EXPIRADA)
      return velhas.rows.length
    })
}
