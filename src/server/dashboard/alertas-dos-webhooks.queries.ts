import { sql } from 'kysely'
import type { Alerta } from '#contract/dashboard.ts'
import { DIA_MS, HORA_MS } from '#domain/data.ts'
import type { Db } from '#server/db/schema.ts'

interface Parada {
  url: string
  desde: string
  erro: string | null
  separada: boolean
}

/**
 * Programs of the company that are not reached: the oldest delivery has waited for an hour, or the latest that was given
 * up was so within a day. Each question takes one row of an index.
 */
export async function alertasDosWebhooks(db: Db, agora: Date): Promise<Alerta[]> {
  const { rows } = await sql<Parada>`
    select w.url, e.desde, e.erro, e.status = 'separada' as separada
    from webhook w cross join lateral (
      (select * from entrega where webhook_id = w.id and status = 'pendente' order by id limit 1)
      union all
      (select * from entrega where webhook_id = w.id and status = 'separada' order by id desc limit 1)
    ) e
    where w.removido_em is null and case e.status when 'pendente' then e.desde < ${new Date(agora.getTime() - HORA_MS)}
      else e.tentada_em > ${new Date(agora.getTime() - DIA_MS)} end
    order by separada, w.id`.execute(db)
  const [primeira] = rows
  if (!primeira) return []
  // An address may hold a key of its receiver's: the host alone.
  const quem = [...new Set(rows.map(({ url }) => new URL(url).host))].join(', ')
  const partes = [
    ...(primeira.separada ? [] : [`O que mudou espera por ${quem}, e é tentado por três dias.`]),
    ...(primeira.erro === null ? [] : [primeira.erro]),
    ...(rows.some(({ separada }) => separada)
      ? [`O que esperou três dias por ${quem} foi posto à parte, e pode ser mandado de novo.`]
      : []),
    'Veja as entregas em Integrações.',
  ]
  return [
    {
      codigo: 'webhook_parado',
      titulo: primeira.separada ? 'Avisos a outro sistema postos à parte' : 'Outro sistema não recebe os avisos',
      desde: primeira.desde,
      mensagem: partes.join(' '),
      erro: null,
    },
  ]
}
