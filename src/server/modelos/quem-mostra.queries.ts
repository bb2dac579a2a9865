import { type RawBuilder, sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import type { TipoModelo } from '#domain/modelo.ts'
import type { Db } from '#server/db/schema.ts'

/** Days late from which the default cadence's texts are firm. */
const ATRASO_GRAVE = 20

/** Somebody in the situation that a text speaks of, to show it with; undefined where nobody is. */
export async function quemMostra(
  db: Db,
  tipo: TipoModelo,
  dia: Dia,
): Promise<{ id: number; pagoCentavos?: number } | undefined> {
  if (tipo === 'pagamento') return quemPagou(db)
  const { quais, ordem } = situacaoDo(tipo, dia)
  const { rows } = await sql<{ id: number }>`
    select c.id from conta t join cliente c on c.id = t.cliente_id
    where t.situacao = 'aberta' and c.anonimizado_em is null and ${quais}
    order by ${ordem}, t.id limit 1`.execute(db)
  return rows[0]
}

type TipoDeAberta = Exclude<TipoModelo, 'pagamento'>

function situacaoDo(tipo: TipoDeAberta, dia: Dia): { quais: RawBuilder<boolean>; ordem: RawBuilder<unknown> } {
  const hoje = sql`${dia}::date`
  const doAcordo = {
    quais: sql<boolean>`t.acordo_id is not null and t.vencimento >= ${hoje}`,
    ordem: sql`t.vencimento`,
  }
  const comum = sql`t.acordo_id is null and c.status in ('ativo', 'negociado')`
  const conversa = {
    quais: sql<boolean>`t.vencimento_util < ${hoje} and c.status in ('em_atendimento', 'aguardando_atendimento')`,
    ordem: sql`t.vencimento_util desc`,
  }
  return {
    lembrete: { quais: sql<boolean>`${comum} and t.vencimento > ${hoje}`, ordem: sql`t.vencimento` },
    vencimento: { quais: sql<boolean>`${comum} and t.vencimento = ${hoje}`, ordem: sql`t.vencimento` },
    atraso: { quais: sql<boolean>`${comum} and t.vencimento_util < ${hoje}`, ordem: sql`t.vencimento_util desc` },
    atraso_grave: {
      quais: sql<boolean>`${comum} and t.vencimento_util <= ${hoje} - ${sql.lit(ATRASO_GRAVE)}`,
      ordem: sql`t.vencimento_util desc`,
    },
    negociacao: doAcordo,
    parcela: doAcordo,
    confirmar_pessoa: {
      quais: sql<boolean>`${comum} and t.vencimento_util < ${hoje}`,
      ordem: sql`t.vencimento_util desc`,
    },
    contestacao: conversa,
    reengajar: conversa,
    fora_do_horario: conversa,
  }[tipo]
}

/** Who completed last, and the payment that did it. */
async function quemPagou(db: Db) {
  const { rows } = await sql<{ id: number; pagoCentavos: number }>`
    select c.id, p.valor_centavos as "pagoCentavos" from pagamento p join cliente c on c.id = p.cliente_id
    where c.status = 'concluido' and c.anonimizado_em is null and p.estornado_em is null
    order by p.pago_em desc, p.id desc limit 1`.execute(db)
  return rows[0]
}
