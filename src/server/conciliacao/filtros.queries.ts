import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { exportarMovimentos } from '#contract/conciliacao.ts'
import { type Dia, somarDias } from '#domain/data.ts'
import { lerDia, lerDinheiro } from '#domain/escrita.ts'
import type { FaixaDeIdade, OrdemDeMovimento, ParteDaLista } from '#domain/movimento.ts'
import { clientesAchados } from '#server/clientes/busca.queries.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import type { PedidoDePagina } from '#server/db/pagina.ts'
import type { Database, Db, Trx } from '#server/db/schema.ts'

export type FiltroDeMovimentos = z.output<(typeof exportarMovimentos)['schema']['querystring']>
type Achados = SelectQueryBuilder<Database, 'movimento', object>

/** Whether the kept daily counts can answer a filter. */
export const soDoContado = (filtro: FiltroDeMovimentos) =>
  Object.values(alemDoContado(filtro)).every((um) => um === undefined || um === '')

/** What a filter asks beyond `porSituacaoOrigemEDia`, which alone the kept counts can answer. */
function alemDoContado(filtro: FiltroDeMovimentos & Partial<PedidoDePagina>) {
  const { situacao, origem, de, ate, ordenar, page, per_page, ...outros } = filtro
  return outros
}

/** The conditions on situation, origin and days, which movements and kept counts share. */
export function porSituacaoOrigemEDia({ situacao, origem, de, ate }: FiltroDeMovimentos): RawBuilder<boolean> {
  const condicoes = [
    situacao && sql<boolean>`situacao = any(${[...situacao]}::text[])`,
    origem && sql<boolean>`origem = ${origem}`,
    de && sql<boolean>`dia >= ${de}::date`,
    ate && sql<boolean>`dia <= ${ate}::date`,
  ].filter((condicao) => condicao !== undefined)
  return condicoes.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(condicoes, sql` and `)})`
}

/** The movements that a list's filters find. */
export function filtrarMovimentos(db: Db | Trx, filtro: FiltroDeMovimentos, hoje: Dia): Achados {
  const { busca, cliente_id, importacao_id, parte, faixa, ...semCondicao } = alemDoContado(filtro)
  // A filter without a condition here would find everything: it does not compile.
  semCondicao satisfies Record<string, never>
  let achados: Achados = db.selectFrom('movimento').where(porSituacaoOrigemEDia(filtro))
  if (cliente_id) achados = achados.where(deCliente(cliente_id))
  if (importacao_id) achados = achados.where(deImportacao(importacao_id))
  // By index, because they are a few of many.
  if (parte === 'a_espera') achados = achados.where('situacao', '=', 'novo')
  if (parte) achados = achados.where(sql<boolean>`${centavosDaParte(parte)} > 0`)
  if (faixa) {
    const { de, ate } = diasDaIdade(faixa)
    achados = achados.where('sem_dono_centavos', '>', 0).where('dia', '<=', somarDias(hoje, -de))
    if (ate !== null) achados = achados.where('dia', '>=', somarDias(hoje, -ate))
  }
  return busca ? achados.where(comTexto(busca)) : achados
}

/** Assigned to the customer, or divided among several. */
const deCliente = (id: number) => sql<boolean>`movimento.id in ${idsDoCliente(sql`${id}`)}`

const idsDoCliente = (id: RawBuilder<unknown>) =>
  sql`(select m.id from movimento m where m.cliente_id = ${id}
    union select movimento_id from pagamento where cliente_id = ${id} and movimento_id is not null)`

const deImportacao = (id: number) =>
  sql<boolean>`movimento.id in (select id from movimento where importacao_id = ${id}
    union select movimento_id from movimento_visto where importacao_id = ${id})`

/** By who paid, by whose it is, by what the bank wrote, by a number of the movement, or by its amount or day as people write them. */
function comTexto(busca: string): RawBuilder<boolean> {
  const padrao = padraoDeBusca(busca)
  const numero = busca.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  const numeros =
    numero.length < 3
      ? sql``
      : sql`or upper(nosso_numero) like '%' || ${numero} || '%' or pagador_documento like '%' || ${numero} || '%'
        or upper(txid) = ${numero} or upper(end_to_end_id) = ${numero}`
  const centavos = lerDinheiro(busca)
  const valor = centavos === null ? sql`` : sql`or valor_centavos = ${Math.abs(centavos)}`
  const dia = /[/-]/.test(busca) ? lerDia(busca) : null // digits alone are a document's, or an amount
  const noDia = dia === null ? sql`` : sql`or dia = ${dia}::date`
  const deles = sql`select dele.id from ${clientesAchados(busca)} cross join lateral ${idsDoCliente(sql`cliente.id`)} dele`
  // As an array, so that each way has its index: with a subquery every movement would be read.
  return sql<boolean>`(normalizar(descricao) like ${padrao} or normalizar(coalesce(pagador_nome, '')) like ${padrao}
    or movimento.id = any(array(${deles})) ${numeros} ${valor} ${noDia})`
}

const CENTAVOS_DA_PARTE: Record<ParteDaLista, RawBuilder<number>> = {
  recebido: sql`case when tipo = 'credito' then valor_centavos else 0 end`,
  aplicado: sql`aplicado_centavos`,
  credito: sql`credito_centavos`,
  sem_dono: sql`sem_dono_centavos`,
  ignorado: sql`ignorado_centavos`,
  devolvido: sql`devolvido_centavos`,
  a_espera: sql`case when tipo = 'devolucao' and situacao = 'novo' then valor_centavos else 0 end`,
  tarifas: sql`(tarifa_centavos + case when tipo = 'tarifa' then valor_centavos else 0 end)`,
}

/** How much of a movement is in what a list is about. */
export const centavosDaParte = (parte: ParteDaLista): RawBuilder<number> => CENTAVOS_DA_PARTE[parte]

const IDADES: Record<FaixaDeIdade, { de: number; ate: number | null }> = {
  '0-2': { de: 0, ate: 2 },
  '3-7': { de: 3, ate: 7 },
  '8-30': { de: 8, ate: 30 },
  '30+': { de: 31, ate: null },
}

/** Days since the credit's own, both included; a credit dated ahead has none. */
export const diasDaIdade = (faixa: FaixaDeIdade) => IDADES[faixa]

/** A list's sort column and direction; the id breaks ties, so that pages never overlap. */
export const ordemDe = (ordenar: OrdemDeMovimento) => ({
  coluna: ordenar.endsWith('valor') ? ('valor_centavos' as const) : ('dia' as const),
  sentido: ordenar.startsWith('-') ? ('desc' as const) : ('asc' as const),
})
