import { sql } from 'kysely'
import { fimDaJanela } from '#domain/conversa.ts'
import type { Trx } from '#server/db/schema.ts'

/**
 * Messages arrived: each window runs from Meta's own timestamp and only ever moves forward; the number works. One
 * written to a number that is no longer ours opens none: Meta would refuse an answer from the new one. A timestamp from
 * tomorrow opens none for longer than a day from now.
 */
export async function abrirJanelas(
  trx: Trx,
  recebidas: readonly { contato: { id: number }; em: Date; chegada: { numero?: string | null } }[],
  agora: Date,
) {
  const linhas = recebidas.map(({ contato, em, chegada: { numero = null } }) => ({
    id: contato.id,
    ate: fimDaJanela(em < agora ? em : agora),
    numero,
  }))
  await sql`
    update contato t set invalido_em = null,
      janela_ate = case when n.numero = any(c.numeros_anteriores) then t.janela_ate else greatest(t.janela_ate, n.ate) end
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(id bigint, ate timestamptz, numero text),
      configuracao c
    where t.id = n.id`.execute(trx)
}
