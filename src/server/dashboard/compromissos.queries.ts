import { sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { percentual } from '#domain/percentual.ts'
import { JULGADAS } from '#domain/promessa.ts'
import { lista } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'
import { cacheDe } from './cache.ts'
import { dentroDe, mesDe } from './periodo.ts'

const NADA = { cumpridas: 0, parciais: 0, quebradas: 0, prometido: 0, pago: 0, atrasadas: 0 }
type Compromissos = typeof NADA

/**
 * Promises and disputes: of the promises that ended this month, how many were kept and how much of the promised amount was paid;
 * and how many disputes were not answered in time. `operadorId`: only their customers and those without operator; all when
 * undefined.
 */
export async function buscarCompromissos(db: Db, hoje: Dia, operadorId?: number) {
  const porDono = await cacheDe(db)(`compromissos ${hoje}`, () => somarPorDono(db, hoje))
  const quais = operadorId === undefined ? [...porDono.keys()] : [operadorId, null]
  const soma = (campo: keyof Compromissos) =>
    quais.reduce<number>((total, dono) => total + (porDono.get(dono) ?? NADA)[campo], 0)
  const [cumpridas, parciais, quebradas] = [soma('cumpridas'), soma('parciais'), soma('quebradas')]
  const [prometido, pago] = [soma('prometido'), soma('pago')]
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
    contestacoes_atrasadas: soma('atrasadas'),
  }
}

/** By operator (null: nobody's): one query serves every dashboard. */
async function somarPorDono(db: Db, hoje: Dia): Promise<ReadonlyMap<number | null, Compromissos>> {
  const { rows } = await sql<Compromissos & { operador_id: number | null }>`
    select c.operador_id, sum(cumpridas)::int as cumpridas, sum(parciais)::int as parciais, sum(quebradas)::int as quebradas,
      sum(prometido)::bigint as prometido, sum(pago)::bigint as pago, sum(atrasadas)::int as atrasadas
    from (
      select cliente_id, (status = 'cumprida')::int as cumpridas, (status = 'parcial')::int as parciais,
        (status = 'quebrada')::int as quebradas, valor_centavos as prometido,
        case when status = 'cumprida' then valor_centavos else least(pago_centavos, valor_centavos) end as pago, 0 as atrasadas
      from promessa where status in ${lista(JULGADAS)} and ${dentroDe('encerrada_em', mesDe(hoje))}
      union all
      select cliente_id, 0, 0, 0, 0, 0, 1 from contestacao where encerrada_em is null and prazo < ${hoje}::date
    ) k join cliente c on c.id = k.cliente_id group by 1`.execute(db)
  return new Map(rows.map(({ operador_id, ...somas }) => [operador_id, somas]))
}
