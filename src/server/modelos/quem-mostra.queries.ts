import { type RawBuilder, sql } from 'kysely'
import { STATUS_COBRAVEIS, STATUS_COM_PESSOAS } from '#domain/cliente.ts'
import type { Dia } from '#domain/data.ts'
import type { TipoModelo } from '#domain/modelo.ts'
import { lista, vetor } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'

/** Days late from which the default cadence's texts are firm. */
const ATRASO_GRAVE = 20

/** A customer in the situation of a text, used as its example; undefined if there is none. The first one that an index finds. */
export async function quemMostra(
  db: Db,
  tipo: TipoModelo,
  dia: Dia,
): Promise<{ id: number; pagoCentavos?: number } | undefined> {
  if (tipo === 'pagamento') return quemPagou(db)
  if (tipo === 'contestacao' || tipo === 'reengajar' || tipo === 'fora_do_horario') return quemConversa(db, dia)
  const { quais, ordem } = situacaoDo(tipo, dia)
  const { rows } = await sql<{ id: number }>`
    select c.id from conta t join cliente c on c.id = t.cliente_id
    where t.situacao = 'aberta' and c.anonimizado_em is null and ${quais} order by ${ordem} limit 1`.execute(db)
  return rows[0]
}

type TipoDeConta = Exclude<TipoModelo, 'pagamento' | 'contestacao' | 'reengajar' | 'fora_do_horario'>

function situacaoDo(tipo: TipoDeConta, dia: Dia): { quais: RawBuilder<boolean>; ordem: RawBuilder<unknown> } {
  const hoje = sql`${dia}::date`
  const doAcordo = {
    quais: sql<boolean>`t.origem = 'negociacao' and t.vencimento_util >= ${hoje} and t.vencimento >= ${hoje}`,
    ordem: sql`t.vencimento_util`,
  }
  const comum = sql`t.acordo_id is null and c.status in ${lista(STATUS_COBRAVEIS)}`
  const atrasada = {
    quais: sql<boolean>`${comum} and t.vencimento_util < ${hoje}`,
    ordem: sql`t.vencimento_util desc`,
  }
  return {
    lembrete: { quais: sql<boolean>`${comum} and t.vencimento > ${hoje}`, ordem: sql`t.vencimento` },
    vencimento: { quais: sql<boolean>`${comum} and t.vencimento = ${hoje}`, ordem: sql`t.vencimento` },
    atraso: atrasada,
    atraso_grave: {
      quais: sql<boolean>`${comum} and t.vencimento_util <= ${hoje} - ${sql.lit(ATRASO_GRAVE)}`,
      ordem: sql`t.vencimento_util desc`,
    },
    negociacao: doAcordo,
    parcela: doAcordo,
    confirmar_pessoa: atrasada,
  }[tipo]
}

/** A late customer in the queue or in service. They are few among all late ones, so the search is by status. */
async function quemConversa(db: Db, dia: Dia) {
  const { rows } = await sql<{ id: number }>`
    select c.id from unnest(${vetor(STATUS_COM_PESSOAS)}::text[]) as s(status) cross join lateral (
      select id, vencimento_mais_antigo from cliente
      where status = s.status and vencimento_mais_antigo < ${dia}::date and anonimizado_em is null
      order by vencimento_mais_antigo desc limit 1
    ) c order by c.vencimento_mais_antigo desc limit 1`.execute(db)
  return rows[0]
}

/** Who completed last, and the payment that did it. */
async function quemPagou(db: Db) {
  const { rows } = await sql<{ id: number; pagoCentavos: number }>`
    select c.id, p.valor_centavos as "pagoCentavos" from pagamento p join cliente c on c.id = p.cliente_id
    where c.status = 'concluido' and c.anonimizado_em is null and p.estornado_em is null
    order by p.criado_em desc, p.id desc limit 1`.execute(db)
  return rows[0]
}
