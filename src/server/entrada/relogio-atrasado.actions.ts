import { sql } from 'kysely'
import { MAIOR_PAUSA_S, type OrigemDeEvento } from '#domain/entrada.ts'
import type { Db } from '#server/db/schema.ts'
import { FOLGA_ENTRE_RELOGIOS_MS } from '#server/relogio.ts'
import type { Meios } from './origem.ts'

const MAIOR_PAUSA_MS = MAIOR_PAUSA_S * 1_000

/** What this node made due, and when by a clock that nobody sets. */
const ACERTADAS = new WeakMap<Db, Map<string, number>>()

/**
 * Makes due now the events whose retry is further ahead than any pause: a clock that has been set back since put them off. Or this
 * node's clock is slow, and another's pauses look so: no order is made due again within the longest pause, or they would be none.
 */
export async function acertarAdiados({ db, relogio }: Meios, origem: OrigemDeEvento): Promise<void> {
  const agora = relogio.agora()
  const acertadas = recentes(db)
  const { rows } = await sql<{ ordem: string }>`
    update evento_recebido set proxima_em = ${agora} where id in (
      select id from evento_recebido
      where processado_em is null and posto_de_lado_em is null and ordem is not null and origem = ${origem}
        and proxima_em > ${new Date(agora.getTime() + MAIOR_PAUSA_MS + FOLGA_ENTRE_RELOGIOS_MS)}
        and ordem <> all(${[...acertadas.keys()]}::text[])
      order by id for update skip locked)
    returning ordem`.execute(db)
  for (const { ordem } of rows) acertadas.set(ordem, performance.now())
}

function recentes(db: Db): Map<string, number> {
  const acertadas = ACERTADAS.get(db) ?? new Map<string, number>()
  for (const [ordem, em] of acertadas) if (performance.now() - em >= MAIOR_PAUSA_MS) acertadas.delete(ordem)
  ACERTADAS.set(db, acertadas)
  return acertadas
}
