import { sql } from 'kysely'
import type { Movimento, MovimentoDetalhado } from '#contract/conciliacao.ts'
import { nomeDaConta } from '#domain/conta.ts'
import type { Dia } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { contarComFolga } from '#server/db/folga.ts'
import { camposDaPagina, type PedidoDePagina, percorrer } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { procurar } from '#server/http/procurar.ts'
import { buscarHistoricoDoMovimento } from '#server/logs/logs.queries.ts'
import { PARCELAS } from '#server/saldo/parcelas.queries.ts'
import { lugarPorDiaDoBanco } from './contagem.queries.ts'
import {
  centavosDaParte,
  type FiltroDeMovimentos,
  filtrarMovimentos,
  ordemDe,
  porSituacaoOrigemEDia,
  soDoContado,
} from './filtros.queries.ts'
import { sugestoesDe } from './sugestoes.queries.ts'
import { naoHaMovimento } from './travas.queries.ts'

/** A page of what the bank told, with the sum of all that the filters find. */
export async function listarMovimentos(
  { db, sinal }: { db: Db; sinal?: AbortSignal },
  filtro: FiltroDeMovimentos & PedidoDePagina,
  hoje: Dia,
) {
  const { coluna, sentido } = ordemDe(filtro.ordenar)
  const antes = (filtro.page - 1) * filtro.per_page
  let achados = filtrarMovimentos(db, filtro, hoje)
  const lugar = soDoContado(filtro)
    ? await lugarPorDiaDoBanco(db, porSituacaoOrigemEDia(filtro), { sentido, pular: antes, limite: filtro.per_page })
    : { ...(await contarAchados({ db, sinal }, achados, filtro)), pular: antes, de: undefined, ate: undefined }
  const { total, soma, de, ate } = lugar
  const noLugar = coluna === 'dia' && de && ate
  if (noLugar) achados = achados.where('dia', '>=', de).where('dia', '<=', ate)
  // Few search results are found by index and sorted; in the list's order all other rows would be scanned.
  const juntos = filtro.busca !== undefined && total <= POUCOS
  const daPagina = (quais: typeof achados) =>
    quais
      .selectAll()
      .orderBy(coluna, sentido)
      .orderBy('id', sentido)
      .limit(filtro.per_page)
      .offset(noLugar ? lugar.pular : antes)
  const pagina = juntos
    ? sql`with achados as materialized (${achados.selectAll()}) ${daPagina(db.selectFrom(sql<never>`achados`.as('movimento')))}`
    : sql`${daPagina(achados)}`
  const linhas = antes >= total ? [] : await procurar({ db, sinal }, sql<Linha<'movimento'>>`${pagina}`)
  return { data: await naApi(db, linhas), ...camposDaPagina(filtro, total), soma: emReais(soma) }
}

const POUCOS = 5_000

/** Counts a search, a figure, a customer or an import directly, on the connections for searches. */
function contarAchados(
  meios: { db: Db; sinal: AbortSignal | undefined },
  achados: ReturnType<typeof filtrarMovimentos>,
  { parte }: FiltroDeMovimentos,
) {
  const somada = parte ? centavosDaParte(parte) : sql<number>`valor_centavos`
  const contagem = achados.select([
    sql<number>`count(*)`.as('total'),
    sql<number>`coalesce(sum(${somada}), 0)::bigint`.as('soma'),
  ])
  return contarComFolga(meios.db, contagem.compile(), async () => {
    const [linha] = await procurar(meios, sql<{ total: number; soma: number }>`${contagem}`)
    return linha!
  })
}

/** All that `listarMovimentos` finds, in its order, some at a time. */
export const percorrerMovimentos = (db: Db, filtro: FiltroDeMovimentos, hoje: Dia) =>
  percorrer<Movimento>(async (depoisDe, limite) => {
    const { coluna, sentido } = ordemDe(filtro.ordenar)
    let achados = filtrarMovimentos(db, filtro, hoje)
    if (depoisDe) {
      const ultimo = coluna === 'dia' ? sql`${depoisDe.dia}::date` : sql`${Math.round(depoisDe.valor * 100)}::bigint`
      achados = achados.where(
        sql<boolean>`(${sql.ref(coluna)}, id) ${sql.raw(sentido === 'desc' ? '<' : '>')} (${ultimo}, ${depoisDe.id}::bigint)`,
      )
    }
    return naApi(db, await achados.selectAll().orderBy(coluna, sentido).orderBy('id', sentido).limit(limite).execute())
  })

/** One movement with its payments, reversed ones too, and all that was done with it. */
export async function verMovimento(db: Db | Trx, id: number): Promise<MovimentoDetalhado> {
  const linha = await db.selectFrom('movimento').selectAll().where('id', '=', id).executeTakeFirst()
  if (!linha) throw naoHaMovimento()
  const [movimento] = await naApi(db, [linha])
  return { ...movimento!, pagamentos: await pagamentosDo(db, id), historico: await buscarHistoricoDoMovimento(db, id) }
}

async function pagamentosDo(db: Db | Trx, id: number): Promise<MovimentoDetalhado['pagamentos']> {
  const linhas = await db
    .selectFrom('pagamento as p')
    .innerJoin('pagamento_alocacao as a', 'a.pagamento_id', 'p.id')
    .innerJoin('conta', 'conta.id', 'a.conta_id')
    .innerJoin('cliente as d', 'd.id', 'p.cliente_id')
    .select(['p.id', 'p.forma', 'p.estornado_em', 'a.principal_centavos', 'a.encargos_centavos'])
    .select(['conta.id as conta_id', 'conta.numero', 'conta.parcela', 'conta.origem', 'conta.chave_nfe'])
    .select(['conta.acordo_id as negociacao_id', PARCELAS, 'd.id as cliente_id', 'd.nome'])
    .where('p.movimento_id', '=', id)
    .orderBy('p.id')
    .orderBy('conta.id')
    .execute()
  return linhas.map((um) => ({
    id: um.id,
    conta: { id: um.conta_id, numero: um.numero, parcela: um.parcela, nome: nomeDaConta(um) },
    cliente: { id: um.cliente_id, nome: um.nome },
    valor: emReais(um.principal_centavos + um.encargos_centavos),
    encargos: emReais(um.encargos_centavos),
    forma: um.forma,
    estornado_em: um.estornado_em,
  }))
}

/** Stored movements as they go over the wire. */
async function naApi(db: Db | Trx, linhas: readonly Linha<'movimento'>[]): Promise<Movimento[]> {
  const indecisos = linhas.flatMap(({ id, situacao }) => (situacao === 'sugerido' ? [id] : []))
  const [sugestoes, nomes, devolucoes] = await Promise.all([
    sugestoesDe(db, indecisos),
    nomesDe(
      db,
      linhas.flatMap(({ cliente_id }) => cliente_id ?? []),
    ),
    devolucoesDe(
      db,
      linhas.flatMap(({ id, tipo }) => (tipo === 'credito' ? [id] : [])),
    ),
  ])
  return linhas.map((linha) => ({
    id: linha.id,
    origem: linha.origem,
    tipo: linha.tipo,
    saiu: linha.saiu,
    banco: linha.banco,
    conta_bancaria: linha.conta_bancaria,
    dia: linha.dia,
    dia_credito: linha.dia_credito,
    valor: emReais(linha.valor_centavos),
    tarifa: emReais(linha.tarifa_centavos),
    descricao: linha.descricao,
    pagador:
      linha.pagador_nome === null && linha.pagador_documento === null
        ? null
        : { nome: linha.pagador_nome, documento: linha.pagador_documento },
    txid: linha.txid,
    end_to_end_id: linha.end_to_end_id,
    nosso_numero: linha.nosso_numero,
    situacao: linha.situacao,
    motivo: linha.motivo,
    sugestoes: sugestoes.get(linha.id) ?? [],
    cliente_id: linha.cliente_id,
    cliente: linha.cliente_id === null ? null : { id: linha.cliente_id, nome: nomes.get(linha.cliente_id) ?? '' },
    aplicado: emReais(linha.aplicado_centavos),
    credito: emReais(linha.credito_centavos),
    devolvido: emReais(linha.devolvido_centavos),
    sem_prova: emReais(linha.sem_prova_centavos),
    devolucoes: devolucoes.get(linha.id) ?? [],
    importacao_id: linha.importacao_id,
    created_at: linha.created_at,
  }))
}

async function nomesDe(db: Db | Trx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const linhas = await db
    .selectFrom('cliente')
    .select(['id', 'nome'])
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .execute()
  return new Map(linhas.map(({ id, nome }) => [id, nome]))
}

/** The refunds that took back some of each credit. */
async function devolucoesDe(db: Db | Trx, ids: readonly number[]): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ credito_id: number; ids: number[] }>`
    select credito_id, array_agg(id order by id) as ids from movimento
    where credito_id = any(${ids}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map((uma) => [uma.credito_id, uma.ids]))
}
