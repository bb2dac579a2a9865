import { type Expression, sql } from 'kysely'
import { MAIS_ACHADOS_DA_BUSCA } from '#domain/lista-de-clientes.ts'
import { contarComFolga } from '#server/db/folga.ts'
import { camposDaPagina } from '#server/db/pagina.ts'
import { procurar } from '#server/http/procurar.ts'
import { modosDeAcharClientes } from './busca.queries.ts'
import { type Contexto, lerClientes } from './cliente.queries.ts'
import type { Contagem } from './contagem.queries.ts'
import { CONTAGEM, daParte, filtrosDa, type Lista, NENHUM, type Parte, somar } from './partes.queries.ts'

/** One page of what a search finds in a list: counted as far as `MAIS_ACHADOS_DA_BUSCA`, and stopped when nobody waits for it any more. */
export async function buscarAchados(
  contexto: Contexto,
  pedido: { page: number; per_page: number; busca: string },
  { partes, ordem }: Lista,
) {
  const { busca, per_page: porPagina } = pedido
  const teto = Math.floor(MAIS_ACHADOS_DA_BUSCA / porPagina) * porPagina
  const contagens: Contagem[] = []
  const ids: number[] = []
  // Nothing past the last counted page is searched for.
  let pular = Math.min((pedido.page - 1) * porPagina, teto)
  for (const parte of partes) {
    const limite = pular >= teto ? 0 : porPagina - ids.length
    const achados = await contarEAchar(contexto, parte, { busca, ordem, limite, pular })
    contagens.push(achados.contagem)
    ids.push(...achados.ids)
    pular = Math.max(0, pular - achados.contagem.total)
  }
  const contagem = contagens.reduce(somar, NENHUM)
  const total = Math.min(contagem.total, MAIS_ACHADOS_DA_BUSCA)
  const data = await lerClientes(contexto, ids)
  return { data, ...camposDaPagina(pedido, total), contagem: { ...contagem, total } }
}

interface Lugar {
  busca: string
  ordem: Expression<unknown>
  limite: number
  pular: number
}

/** Columns that orders, counts and sums of found customers need. */
const COLUNAS_DOS_ACHADOS = sql`id, operador_id, nome, nao_lidas, vencimento_mais_antigo, aberto_centavos, numero_chamadas, concluido_em,
  aguardando_motivo, aguardando_desde`

/** The number of a part's matches, and the page's rows: in one pass, unless there are too many to sort. */
async function contarEAchar(contexto: Contexto, parte: Parte, lugar: Lugar) {
  const { busca, ordem, limite, pular } = lugar
  const achados = sql`select ${COLUNAS_DOS_ACHADOS} from ${daParte(parte, busca)} limit ${sql.lit(MAIS_ACHADOS_DA_BUSCA + 1)}`
  // Too many are not counted again for a while, whatever their page and order; only then are there no `ids`.
  const { ids, ...contagem } = await contarComFolga(contexto.db, achados.compile(contexto.db), async () => {
    const [linha] = await procurar(
      contexto,
      sql<Contagem & { ids: number[] | null }>`
        with achados as materialized (${achados}), contagem as (select ${CONTAGEM} from achados)
        select contagem.*, case when total <= ${sql.lit(MAIS_ACHADOS_DA_BUSCA)} then
          array(select id from achados as cliente order by ${ordem} limit ${limite} offset ${pular}) end as ids
        from contagem`,
    )
    return linha!
  })
  if (ids) return { contagem, ids }
  const daPagina = await procurar(contexto, idsDeMuitos(parte, lugar))
  return { contagem, ids: daPagina.map(({ id }) => id) }
}

/**
 * For a search that finds many: each way of finding returns at most what the page may show, in the list's order, so
 * that a common word is read from the list's index until there is enough, and never sorted as a whole.
 */
function idsDeMuitos(parte: Parte, { busca, ordem, limite, pular }: Lugar) {
  const bastam = sql`order by ${ordem} limit ${sql.lit(pular + limite)}`
  const modos = (modosDeAcharClientes(busca) ?? []).map(
    (modo) => sql`(select ${COLUNAS_DOS_ACHADOS} from cliente where ${modo} and ${filtrosDa(parte)} ${bastam})`,
  )
  return sql<{ id: number }>`select id from (${sql.join(modos, sql` union all `)}) as cliente order by ${ordem}
    limit ${sql.lit(limite)} offset ${pular}`
}
