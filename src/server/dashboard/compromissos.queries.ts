import { sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import { percentual } from '#domain/percentual.ts'
import type { Db } from '#server/db/schema.ts'
import { dentroDe, mesDe } from './periodo.ts'

/**
 * What customers promised and dispute: of the promises that ended this month how many, and how much of what they said, was paid;
 * how many disputes nobody answered in time. `operadorId`: of theirs and nobody's customers; everyone's when undefined.
 */
export async function buscarCompromissos(db: Db, hoje: Dia, operadorId?: number) {
  const visivel = operadorId === undefined ? sql`true` : sql`(c.operador_id = ${operadorId} or c.operador_id is null)`
  const { rows } = await sql<{
    cumpridas: number
    parciais: number
    quebradas: number
    prometido: Centavos
    pago: Centavos
  }>`
    select count(*) filter (where p.status = 'cumprida') as cumpridas,
      count(*) filter (where p.status = 'parcial') as parciais,
      count(*) filter (where p.status = 'quebrada') as quebradas,
      coalesce(sum(p.valor_centavos), 0)::bigint as prometido,
      coalesce(sum(case when p.status = 'cumprida' then p.valor_centavos else least(p.pago_centavos, p.valor_centavos) end), 0)::bigint as pago
    from promessa p join cliente c on c.id = p.cliente_id
    where p.status in ('cumprida', 'parcial', 'quebrada') and ${dentroDe('p.encerrada_em', mesDe(hoje))} and ${visivel}`.execute(
    db,
  )
  const { rows: atrasadas } = await sql<{ n: number }>`
    select count(*) as n from contestacao d join cliente c on c.id = d.cliente_id
    where d.encerrada_em is null and d.prazo < ${hoje}::date and ${visivel}`.execute(db)
  const { cumpridas, parciais, quebradas, prometido, pago } = rows[0]!
  return {
    promessas: {
      cumpridas,
      parciais,
      quebradas,
      valor_prometido: emReais(prometido),
      valor_cumprido: emReais(pago),
      taxa_quantidade: percentual(cumpridas, cumpridas + parciais + quebradas),
      taxa_valor: percentual(pago, prometido),
    },
    contestacoes_atrasadas: atrasadas[0]!.n,
  }
}
