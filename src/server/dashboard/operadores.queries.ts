import { sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import { NAO_DITAS } from '#domain/mensagem.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { cacheDe } from './cache.ts'
import { dentroDe, EH_CONTATO, ehEscrita, mesDe } from './periodo.ts'

/** Each operator's customers and work of the month; contacts are those with the customers they have. */
export async function buscarFiguras(db: Db | Trx, ids: readonly number[], hoje: Dia) {
  const mes = mesDe(hoje)
  const dos = sql`any(${[...ids]}::bigint[])`
  const { rows } = await sql<{
    id: number
    clientes_vinculados: number
    clientes_em_atendimento: number
    acordos_ativos: number
    recebido: Centavos
  }>`
    with carteira as (
      select operador_id, sum(clientes)::bigint as clientes,
        coalesce(sum(clientes) filter (where status = 'em_atendimento'), 0)::bigint as em_atendimento
      from contagem_cliente where operador_id = ${dos} group by 1
    ), acordos as (
      select c.operador_id, count(*) as n from negociacao n join cliente c on c.id = n.cliente_id
      where n.status = 'ativa' and c.operador_id = ${dos} group by 1
    ), recebidos as (
      select operador_id, sum(valor_centavos)::bigint as soma from pagamento
      where operador_id = ${dos} and estornado_em is null and pago_em between ${mes.de} and ${mes.ate} group by 1
    )
    select u.id, coalesce(k.clientes, 0) as clientes_vinculados, coalesce(k.em_atendimento, 0) as clientes_em_atendimento,
      coalesce(a.n, 0) as acordos_ativos, coalesce(r.soma, 0) as recebido
    from unnest(${[...ids]}::bigint[]) as u(id)
    left join carteira k on k.operador_id = u.id
    left join acordos a on a.operador_id = u.id
    left join recebidos r on r.operador_id = u.id`.execute(db)
  const doMes = await contatosDoMes(db, hoje)
  return new Map(
    rows.map(({ id, recebido, ...figuras }) => [
      id,
      { ...figuras, contatos_mes: doMes.get(id) ?? 0, valor_recebido_mes: emReais(recebido) },
    ]),
  )
}

/** How many times the customers of each operator were contacted this month: all that `listarCobrancas` would find. */
export const contatosDoMes = (db: Db | Trx, hoje: Dia): Promise<ReadonlyMap<number, number>> =>
  cacheDe(db)(`contatos ${hoje}`, () => contarContatos(db, hoje))

async function contarContatos(db: Db | Trx, hoje: Dia): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ operador_id: number; n: number }>`
    select c.operador_id, count(*) as n from mensagem m join cliente c on c.id = m.cliente_id
    where c.operador_id is not null and ${dentroDe('m.aceita_em', mesDe(hoje))} and ${EH_CONTATO} group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ operador_id, n }) => [operador_id, n]))
}

/** Every operator with this month's figures, as the administrator's dashboard compares them. */
export async function compararOperadores(db: Db, hoje: Dia) {
  const operadores = await db
    .selectFrom('usuario')
    .select(['id', 'name', 'email', 'status', 'created_at'])
    .where('role', '=', 'operador')
    .orderBy('name')
    .orderBy('id')
    .execute()
  const [figuras, tempos] = await Promise.all([
    buscarFiguras(
      db,
      operadores.map((operador) => operador.id),
      hoje,
    ),
    temposDeResposta(db, hoje),
  ])
  return operadores.map((operador) => {
    const { contatos_mes, clientes_vinculados, valor_recebido_mes } = figuras.get(operador.id)!
    const tempo_medio_resposta_s = tempos.get(operador.id) ?? null
    return { ...operador, contatos_mes, clientes_vinculados, valor_recebido_mes, tempo_medio_resposta_s }
  })
}

/**
 * The mean time from a customer's first unanswered message to a person's answer this month. Automatic, cancelled and failed
 * messages do not count as answers.
 */
async function temposDeResposta(db: Db, hoje: Dia): Promise<Map<number, number>> {
  const { rows } = await sql<{ autor_id: number; segundos: number }>`
    select m.autor_id, round(avg(extract(epoch from m.created_at - pergunta.em)))::int as segundos
    from mensagem m
    cross join lateral (
      select coalesce(max(a.id), 0) as id from mensagem a
      where a.cliente_id = m.cliente_id and a.id < m.id and a.autor_id is not null and not a.automatica
        and a.status not in ${lista(NAO_DITAS)}
    ) anterior
    cross join lateral (
      select min(p.created_at) as em from mensagem p
      where p.cliente_id = m.cliente_id and p.id > anterior.id and p.id < m.id and ${ehEscrita('p')}
    ) pergunta
    where m.direcao = 'enviada' and m.autor_id is not null and not m.automatica
      and m.status not in ${lista(NAO_DITAS)} and ${dentroDe('m.created_at', mesDe(hoje))} and pergunta.em is not null
    group by m.autor_id`.execute(db)
  return new Map(rows.map((linha) => [linha.autor_id, linha.segundos]))
}
