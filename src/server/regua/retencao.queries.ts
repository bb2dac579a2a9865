import { type RawBuilder, sql } from 'kysely'
import type { Calendario } from '#domain/calendario.ts'
import type { Dia } from '#domain/data.ts'
import { esperasEmCurso, MOTIVOS_DA_RETENCAO } from '#domain/retencao.ts'
import { CERTEZAS_BOAS } from '#domain/sugestoes.ts'
import { lista, listaDeIds } from '#server/db/lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** What holds depend on, on a day. */
export interface QuandoRetem {
  dia: Dia
  calendario: Calendario
  /** For how many business days an account waits for money that may be on its way. */
  carenciaDiasUteis: number
}

/** Business days for which an account reopened by a reversal is held, so that the customer can know first. */
const ESPERA_DA_REABERTA = 1

/**
 * The open accounts that are held on a day, one row each of (conta_id, motivo, ate, a_caminho): the first reason by
 * `MOTIVOS_DA_RETENCAO`, when the last hold ends (null: unknown), and whether money on its way is one of them. The only
 * place that says so, for runs, one customer's decision, lists and the breaking of agreements. With `clientes` only
 * theirs; without, disputes and promises may name closed accounts, because the caller joins open ones anyway.
 */
export function contasRetidas(quando: QuandoRetem, clientes?: readonly number[]): RawBuilder<unknown> {
  const ordem = sql`array_position(${[...MOTIVOS_DA_RETENCAO]}::text[], motivo)`
  return sql`
    select conta_id, (array_agg(motivo order by ${ordem}))[1] as motivo,
      case when bool_or(ate is null) then null else max(ate) end as ate, bool_or(motivo = 'pagamento_a_caminho') as a_caminho
    from (${propostas(quando, clientes)} union all ${contestadas(clientes)} union all ${prometidas(quando, clientes)} union all ${aCaminho(quando, deles('a.cliente_id', clientes))}) as retencoes group by conta_id`
}

/** All that a customer owes, while what they accepted may still be paid. */
const propostas = ({ dia }: QuandoRetem, clientes?: readonly number[]): RawBuilder<unknown> => sql`
    select a.id as conta_id, 'acordo' as motivo, greatest(n.vence_em, ${dia}::date) as ate
    from negociacao n join conta a on a.cliente_id = n.cliente_id and a.situacao = 'aberta'
    where n.status = 'proposta' ${deles('n.cliente_id', clientes)}`

/** Disputed, until somebody answers. */
const contestadas = (clientes?: readonly number[]): RawBuilder<unknown> => sql`
    select cc.conta_id, 'contestacao' as motivo, null::date as ate
    from contestacao_conta cc ${juntaAbertas('cc.conta_id', clientes)}
    where cc.aberta`

/** Promised, until that is judged. */
const prometidas = ({ dia }: QuandoRetem, clientes?: readonly number[]): RawBuilder<unknown> => sql`
    select pc.conta_id, 'promessa' as motivo, greatest(p.limite, ${dia}::date) as ate
    from promessa_conta pc join promessa p on p.id = pc.promessa_id ${juntaAbertas('pc.conta_id', clientes)}
    where pc.pendente ${deles('p.cliente_id', clientes)}`

/**
 * Money that may be theirs: a suggestion that nobody decided about, a credit of the customer, a payment that went back. `quais`: a
 * further condition on the open accounts `a`.
 */
function aCaminho(
  { dia, calendario, carenciaDiasUteis }: QuandoRetem,
  quais: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const daEspera = esperas(esperasEmCurso(dia, carenciaDiasUteis, calendario))
  const daReaberta = esperas(esperasEmCurso(dia, ESPERA_DA_REABERTA, calendario))
  const abertas = sql`conta a on a.situacao = 'aberta' ${quais}`
  return sql`
    select a.id as conta_id, 'pagamento_a_caminho' as motivo, e.ate
    from conta_a_caminho h join ${daEspera} on ${desde(sql`h.desde`)} join ${abertas} and a.id = h.conta_id
    where exists (select from sugestao_conta p join sugestao s using (movimento_id, ordem) join movimento m on m.id = s.movimento_id
        where p.conta_id = h.conta_id and s.acao = 'aplicar' and s.certeza in ${lista(CERTEZAS_BOAS)} and m.situacao = 'sugerido')
      or exists (select from movimento m where m.cliente_id = a.cliente_id and m.credito_centavos > 0)
    union all
    select a.id, 'pagamento_a_caminho', e.ate
    from movimento m join ${daEspera} on ${desde(sql`m.a_caminho_desde`)} join ${abertas} and a.cliente_id = m.cliente_id
    where m.credito_centavos > 0
      and not exists (select from conta_a_caminho h where h.conta_id = a.id and h.desde < m.a_caminho_desde)
    union all
    select a.id, 'pagamento_a_caminho', e.ate
    from conta_a_caminho h join ${daReaberta} on ${desde(sql`h.reaberta_em`)} join ${abertas} and a.id = h.conta_id`
}

/** Joins only open accounts of these customers; without `clientes` the caller does. */
const juntaAbertas = (conta: string, clientes: readonly number[] | undefined) =>
  clientes
    ? sql`join conta a on a.id = ${sql.ref(conta)} and a.situacao = 'aberta' ${deles('a.cliente_id', clientes)}`
    : sql``

const deles = (coluna: string, clientes: readonly number[] | undefined) =>
  clientes ? sql`and ${sql.ref(coluna)} = any(${listaDeIds(clientes)})` : sql``

const esperas = (quais: { desde: Dia; ate: Dia }[]) =>
  sql`unnest(${quais.map(({ desde }) => desde)}::date[], ${quais.map(({ ate }) => ate)}::date[]) as e(desde, ate)`

/** Whether an instant is on the company's day `e.desde`, written so that an index on the instant serves. */
const desde = (instante: RawBuilder<unknown>) =>
  sql`${instante} >= e.desde::timestamp at time zone 'America/Sao_Paulo'
    and ${instante} < (e.desde + 1)::timestamp at time zone 'America/Sao_Paulo'`

/** Which of these accounts are on hold for money on its way, apart from other holds. */
export async function contasACaminho(
  db: Db | Trx,
  contas: readonly { id: number; cliente_id: number }[],
  quando: QuandoRetem,
): Promise<Set<number>> {
  if (contas.length === 0) return new Set()
  // Joined, since an array that the plan does not know would be compared whole with each row of a scan.
  const estas = sql`and a.id in (select unnest(${listaDeIds(contas.map(({ id }) => id))}))`
  const consulta = sql<{ conta_id: number }>`select distinct conta_id from (${aCaminho(quando, estas)}) as r`
  return new Set((await preparada(db, consulta.compile(db))).rows.map(({ conta_id }) => conta_id))
}
