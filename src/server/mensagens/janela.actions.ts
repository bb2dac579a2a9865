import { sql } from 'kysely'
import { fimDaJanela } from '#domain/conversa.ts'
import type { Trx } from '#server/db/schema.ts'

/**
 * Messages arrived: each window runs from Meta's own timestamp and only ever moves forward; the number works, unless it was found
 * not to since the message was written. One written to a number that is no longer ours opens no window: Meta would refuse an answer
 * from the new one. A timestamp from tomorrow opens none for longer than a day from now.
 */
export async function abrirJanelas(
  trx: Trx,
  recebidas: readonly { contato: { id: number }; em: Date; chegada: { numero?: string | null } }[],
  agora: Date,
) {
  const linhas = recebidas.map(({ contato, em: dito, chegada: { numero = null } }) => {
    const em = dito < agora ? dito : agora
    return { id: contato.id, em, ate: fimDaJanela(em), numero }
  })
  await sql`
    update contato t set invalido_em = case when t.invalido_em > n.em then t.invalido_em end,
      janela_ate = case when n.numero = any(c.numeros_anteriores) then t.janela_ate else greatest(t.janela_ate, n.ate) end
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(id bigint, em timestamptz, ate timestamptz, numero text),
      configuracao c
    where t.id = n.id`.execute(trx)
}
