import { type SelectQueryBuilder, sql } from 'kysely'
import type { Conta } from '#contract/contas-receber.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import { MAIS_ACHADOS_DA_BUSCA } from '#domain/lista-de-clientes.ts'
import type { ContaAchada } from '#server/clientes/busca.queries.ts'
import { donosDe } from '#server/clientes/contagem.queries.ts'
import { contarComFolga } from '#server/db/folga.ts'
import { idsEmOrdem, idsGuardados, trechoDeIds } from '#server/db/ids.ts'
import { camposDaPagina } from '#server/db/pagina.ts'
import { procurar } from '#server/http/procurar.ts'
import { lugarPorVencimento, VALE } from './contagem.queries.ts'
import { lerContas, type Quais, type Visao } from './contas.queries.ts'
import {
  ehPorVencimento,
  emOrdemDe,
  type Filtro,
  type FiltroSemPagina,
  filtradas,
  porSituacaoEDia,
  sentidoDe,
  soDeDias,
  somada,
} from './filtros.queries.ts'

/** The matches of a list's filters, and the ids of one page. `soma`: null if a search matched more than are counted. */
interface Achadas {
  total: number
  soma: Centavos | null
  ids: Quais
}

/**
 * A page of the accounts visible to the user, with the sum over all that match: for open ones, what is left to pay. A search
 * counts up to `MAIS_ACHADOS_DA_BUSCA`.
 */
export async function buscarContas(visao: Visao, filtro: Filtro) {
  const achar = filtro.busca ? acharDaBusca : soDeDias(filtro) ? acharPorDias : acharPorValores
  const { total, soma, ids } = await achar(visao, filtro)
  const data = await lerContas(visao.db, ids, visao.hoje)
  return { data, ...camposDaPagina(filtro, total), soma: soma === null ? null : emReais(soma) }
}

const antesDe = ({ page, per_page }: Filtro) => (page - 1) * per_page

/** Uses the kept counts. Ordered by due day, only the page's part of the list is read. */
async function acharPorDias(visao: Visao, filtro: Filtro): Promise<Achadas> {
  const { db, hoje, operadorId } = visao
  const { total, soma, de, ate, ...lugar } = await lugarPorVencimento(db, donosDe(operadorId), {
    filtro: porSituacaoEDia(filtro, hoje),
    somada: somada(filtro),
    sentido: sentidoDe(filtro),
    pular: antesDe(filtro),
    limite: filtro.per_page,
  })
  if (de === null || ate === null) return { total, soma, ids: [] }
  if (!ehPorVencimento(filtro) && antesDe(filtro) >= MUITO_LONGE)
    return { total, soma, ids: await acharLonge(visao, filtro) }
  const achadas = emOrdemDe(filtradas(visao, filtro).select('conta.id'), filtro).limit(sql.lit(filtro.per_page))
  if (ehPorVencimento(filtro)) {
    const noTrecho = achadas.where('conta.vencimento', '>=', de).where('conta.vencimento', '<=', ate)
    // Found by the statement that reads them. For an offset, even of 0, PostgreSQL would plan it anew each time.
    return { total, soma, ids: sql`${noTrecho.$if(lugar.pular > 0, (uma) => uma.offset(lugar.pular))}` }
  }
  const { rows } = await db.executeQuery(achadas.offset(antesDe(filtro)).compile())
  return { total, soma, ids: rows.map(({ id }) => id) }
}

/** By value, origin, customer or import: counted directly; large counts are memoised. */
async function acharPorValores(visao: Visao, filtro: Filtro): Promise<Achadas> {
  const achadas = filtradas(visao, filtro)
  const contagem = achadas
    .select(sql<number>`count(*)`.as('total'))
    .select(sql<Centavos>`coalesce(sum(${VALE}) filter (where ${somada(filtro)}), 0)::bigint`.as('soma'))
  const { total, soma } = await contarComFolga(visao.db, contagem.compile(), async () => {
    const [linha] = await procurar(visao, sql<{ total: number; soma: Centavos }>`${contagem}`)
    return linha!
  })
  if (antesDe(filtro) >= MUITO_LONGE) return { total, soma, ids: await acharLonge(visao, filtro) }
  const pagina = emOrdemDe(achadas.select('conta.id'), filtro).limit(filtro.per_page).offset(antesDe(filtro))
  const ids = await procurar(visao, sql<{ id: number }>`${pagina}`)
  return { total, soma, ids: ids.map(({ id }) => id) }
}

/** From this many rows on, the order is read once for all pages of the list, and cached (`idsGuardados`). */
const MUITO_LONGE = 10_000

/** The page as the list stood when it was kept, without what is no longer in it. */
async function acharLonge(visao: Visao, filtro: Filtro): Promise<number[]> {
  const achadas = filtradas(visao, filtro).select('conta.id')
  const ids = trechoDeIds(
    await idsGuardados(visao.db, sql`${emOrdemDe(achadas, filtro)}`),
    antesDe(filtro),
    filtro.per_page,
  )
  const ainda = new Set(
    (await achadas.where('conta.id', 'in', ids.length > 0 ? ids : [0]).execute()).map(({ id }) => id),
  )
  return ids.filter((id) => ainda.has(id))
}

/** From this many rows on, passing over the rows before a page costs more than sorting all matches of a search. */
const LONGE = 500

/** One scan finds, counts and sorts them; only when there are more than are counted is the page read separately. */
async function acharDaBusca(visao: Visao, filtro: Filtro): Promise<Achadas> {
  const { per_page: limite } = filtro
  // Rows beyond the last counted page are not searched for.
  const teto = Math.floor(MAIS_ACHADOS_DA_BUSCA / limite) * limite
  const pular = antesDe(filtro)
  const daPagina = <O>(consulta: EmOrdem<O>) =>
    emOrdemDe(consulta, filtro)
      .limit(pular < teto ? limite : 0)
      .offset(pular)
  const total = sql`count(*)`
  const todas = filtradas(visao, filtro)
    .select(DAS_ACHADAS)
    .limit(sql.lit(MAIS_ACHADOS_DA_BUSCA + 1))
  // Too many are not counted again for a while, whatever their page and order; only then are there no `ids`.
  const { ids, ...contadas } = await contarComFolga(visao.db, todas.compile(), async () => {
    const [contagem] = await procurar(
      visao,
      sql<{ total: number; soma: Centavos; ids: number[] | null }>`
        with achadas as materialized (${todas})
        select ${total} as total, coalesce(sum(${VALE}) filter (where ${somada(filtro)}), 0)::bigint as soma,
          case when ${total} <= ${MAIS_ACHADOS_DA_BUSCA}
            then array(${daPagina(visao.db.selectFrom(sql<ContaAchada>`achadas`.as('conta')).select('conta.id'))}) end as ids
        from achadas as conta`,
    )
    return contagem!
  })
  if (ids) return { ...contadas, ids }
  const como = pular < LONGE ? 'em ordem' : 'juntas'
  const achadas = await procurar(
    visao,
    sql<{ id: number }>`${daPagina(filtradas(visao, filtro, como).select('conta.id'))}`,
  )
  return { total: MAIS_ACHADOS_DA_BUSCA, soma: null, ids: achadas.map(({ id }) => id) }
}

/** Columns that an order or a sum needs from a search. */
const DAS_ACHADAS = [
  'conta.id',
  'conta.vencimento',
  'conta.situacao',
  'conta.valor_centavos',
  'conta.pago_centavos',
] as const
type EmOrdem<O> = SelectQueryBuilder<{ conta: ContaAchada }, 'conta', O>

const LINHAS_POR_VEZ = 1000

/** Every account that the filters find, some at a time, however many there are. */
export async function* percorrerContas(visao: Visao, filtro: FiltroSemPagina): AsyncGenerator<Conta[]> {
  // All ids are read at once, so that what is paid while the file is written is neither lost nor repeated.
  const ids = await idsEmOrdem(visao.db, sql`${emOrdemDe(filtradas(visao, filtro).select('conta.id'), filtro)}`)
  for (let de = 0; de < ids.length; de += LINHAS_POR_VEZ) {
    yield lerContas(visao.db, trechoDeIds(ids, de, LINHAS_POR_VEZ), visao.hoje)
  }
}
