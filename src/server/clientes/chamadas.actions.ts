import { sql } from 'kysely'
import type { Trx } from '#server/db/schema.ts'

export interface Contatado {
  clienteId: number
  em: Date
  /** An attempt: the engine's, or a template outside a conversation. Reminders of instalments are none. */
  tentativa: boolean
}

/**
 * WhatsApp accepted something for these customers, whose rows the caller has locked: records the time of the last
 * contact, and one more attempt where it is one.
 */
export async function contarContatos(trx: Trx, contatados: readonly Contatado[]): Promise<void> {
  if (contatados.length === 0) return
  const linhas = contatados.map(({ clienteId, em, tentativa }) => ({ id: clienteId, em, n: tentativa ? 1 : 0 }))
  await sql`
    update cliente c set ultimo_contato_em = greatest(c.ultimo_contato_em, n.em), numero_chamadas = c.numero_chamadas + n.n
    from (
      select id, max(em) as em, sum(n) as n
      from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as l(id bigint, em timestamptz, n int) group by id
    ) as n
    where c.id = n.id`.execute(trx)
}

/** What was counted turned out not to have been sent: one attempt less. */
export async function descontarTentativa(trx: Trx, clienteId: number): Promise<void> {
  await sql`
    update cliente set numero_chamadas = greatest(0, numero_chamadas - 1),
      tentativas_vistas = least(tentativas_vistas, greatest(0, numero_chamadas - 1))
    where id = ${clienteId}`.execute(trx)
}
