import { sql } from 'kysely'
import type { MovimentoWhatsapp } from '#contract/whatsapp.ts'
import { DIA_MS } from '#domain/data.ts'
import { CHEGADAS } from '#domain/mensagem.ts'
import { lista } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'
import { limiteRestante } from '#server/regua/momento.queries.ts'

const UM_MES_MS = 30 * DIA_MS

/** Counted from what is written, over the indexes of what was accepted, failed and received. */
export async function contarMovimento(db: Db, agora: Date): Promise<MovimentoWhatsapp> {
  const ontem = new Date(agora.getTime() - DIA_MS)
  const { rows } = await sql<Omit<MovimentoWhatsapp, 'pessoas_a_alcancar' | 'webhooks_recusados'>>`
    select enviadas.*, f.falhas, a.pessoas_alcancadas, s.numeros_sem_cliente, e.eventos_de_lado
    from (
      select count(*)::int as aceitas, count(*) filter (where m.status in ${lista(CHEGADAS)})::int as entregues,
        count(*) filter (where m.status = 'lida')::int as lidas,
        count(*) filter (where t.janela_ate - interval '24 hours' >= m.aceita_em)::int as respondidas
      from mensagem m left join contato t on t.id = m.contato_id where m.aceita_em > ${ontem}
    ) as enviadas,
    (select count(*)::int as falhas from mensagem where falhou_em > ${ontem} and status = 'falha') as f,
    (select count(*)::int as pessoas_alcancadas from contato where ultimo_contato_em > ${ontem}) as a,
    (select count(distinct contato_id)::int as numeros_sem_cliente from mensagem
      where cliente_id is null and direcao = 'recebida' and created_at > ${new Date(agora.getTime() - UM_MES_MS)}) as s,
    (select count(*)::int as eventos_de_lado from evento_recebido where origem = 'whatsapp' and posto_de_lado_em is not null and processado_em is null) as e`.execute(
    db,
  )
  return {
    ...rows[0]!,
    pessoas_a_alcancar: await limiteRestante(db, agora),
    webhooks_recusados: await contarRecusados(db, ontem),
  }
}

/** By whole hours: the hour in which the period began counts in full. */
export async function contarRecusados(db: Db, desde: Date): Promise<MovimentoWhatsapp['webhooks_recusados']> {
  const { rows } = await sql<{ motivo: keyof MovimentoWhatsapp['webhooks_recusados']; total: number }>`
    select motivo, sum(total)::int as total from webhook_recusado
    where hora >= date_trunc('hour', ${desde}::timestamptz) group by 1`.execute(db)
  return { assinatura: 0, ilegivel: 0, antigo: 0, ...Object.fromEntries(rows.map((uma) => [uma.motivo, uma.total])) }
}
