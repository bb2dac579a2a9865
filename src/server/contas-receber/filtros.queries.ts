import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { listarContas } from '#contract/contas-receber.ts'
import { diasDaFaixa, type StatusConta } from '#domain/conta.ts'
import { type Dia, somarDias } from '#domain/data.ts'
import { emCentavos } from '#domain/dinheiro.ts'
import { type ContaAchada, contasAchadas, type ModoDeAchar } from '#server/clientes/busca.queries.ts'
import { deDonos, donosDe } from '#server/clientes/contagem.queries.ts'
import type { Visao } from './contas.queries.ts'

export type Filtro = z.output<typeof listarContas.schema.querystring>
export type FiltroSemPagina = Omit<Filtro, 'page' | 'per_page'>

/** The visible accounts that the filters find, as `conta`; `como`: how a search looks for them (`contasAchadas`). */
export function filtradas({ db, hoje, operadorId }: Visao, filtro: FiltroSemPagina, como: ModoDeAchar = 'juntas') {
  const dias = porSituacaoEDia(filtro, hoje)
  // `is true` keeps the planner from another index: the condition is checked while the list's own index is read.
  const contasDoDia = soDeDias(filtro) && ehPorVencimento(filtro) ? sql<boolean>`(${dias}) is true` : dias
  const { busca, cliente_id, origem, importacao_id, valor_min, valor_max, ...semCondicao } = alemDoContado(filtro)
  // A filter without a condition here would find everything: it does not compile.
  semCondicao satisfies Record<string, never>
  let contas = db.selectFrom(contasAchadas(busca, como).as('conta')).where(contasDoDia)
  if (operadorId !== undefined) contas = contas.where(deDonos('conta.operador_id', donosDe(operadorId)))
  if (cliente_id) contas = contas.where('conta.cliente_id', '=', cliente_id)
  if (origem) contas = contas.where('conta.origem', '=', origem)
  if (importacao_id) contas = contas.where('conta.importacao_id', '=', importacao_id)
  if (valor_min !== undefined) contas = contas.where('conta.valor_centavos', '>=', emCentavos(valor_min))
  if (valor_max !== undefined) contas = contas.where('conta.valor_centavos', '<=', emCentavos(valor_max))
  return contas
}

export const sentidoDe = ({ ordenar }: Pick<Filtro, 'ordenar'>) => (ordenar.startsWith('-') ? 'desc' : 'asc')
export const ehPorVencimento = ({ ordenar }: Pick<Filtro, 'ordenar'>) => ordenar.endsWith('vencimento')

/** A total order: the id breaks ties, so that pages never overlap. */
export function emOrdemDe<O>(
  achadas: SelectQueryBuilder<{ conta: ContaAchada }, 'conta', O>,
  filtro: Pick<Filtro, 'ordenar'>,
) {
  const campo = ehPorVencimento(filtro) ? 'conta.vencimento' : 'conta.valor_centavos'
  return achadas.orderBy(campo, sentidoDe(filtro)).orderBy('conta.id', sentidoDe(filtro))
}

/** Whether a filter asks only of what the kept counts know. */
export const soDeDias = (filtro: FiltroSemPagina) =>
  Object.values(alemDoContado(filtro)).every((um) => um === undefined || um === '')

/** What a filter asks beyond `porSituacaoEDia`, which alone the kept counts can answer. */
function alemDoContado(filtro: FiltroSemPagina & Partial<Filtro>) {
  const { status, faixa, vencimento_de, vencimento_ate, ordenar, page, per_page, ...outros } = filtro
  return outros
}

/**
 * Accounts replaced by an agreement are also in its instalments: the list shows both, the sum counts them once, unless
 * asked for.
 */
export const somada = ({ status }: Filtro) =>
  status?.every((um) => um === 'negociada') ? sql<boolean>`true` : sql<boolean>`conta.situacao <> 'negociada'`

/** Conditions on status, band and due days, which accounts and kept counts share. */
export function porSituacaoEDia(
  { status, faixa, vencimento_de, vencimento_ate }: FiltroSemPagina,
  hoje: Dia,
): RawBuilder<boolean> {
  const condicoes: RawBuilder<unknown>[] = []
  if (status)
    condicoes.push(
      sql`(${sql.join(
        status.map((um) => comStatus(um, hoje)),
        sql` or `,
      )})`,
    )
  if (faixa) {
    const { de, ate } = diasDaFaixa(faixa)
    condicoes.push(sql`conta.situacao = 'aberta'`)
    if (de !== null) condicoes.push(sql`conta.vencimento_util <= ${somarDias(hoje, -de)}::date`)
    if (ate !== null) condicoes.push(sql`conta.vencimento_util >= ${somarDias(hoje, -ate)}::date`)
  }
  if (vencimento_de) condicoes.push(sql`conta.vencimento >= ${vencimento_de}::date`)
  if (vencimento_ate) condicoes.push(sql`conta.vencimento <= ${vencimento_ate}::date`)
  return condicoes.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(condicoes, sql` and `)}`
}

function comStatus(status: StatusConta, hoje: Dia) {
  if (status === 'vencida') return sql`(conta.situacao = 'aberta' and conta.vencimento_util < ${hoje}::date)`
  if (status === 'em_aberto') return sql`(conta.situacao = 'aberta' and conta.vencimento_util >= ${hoje}::date)`
  return sql`conta.situacao = ${status}`
}
