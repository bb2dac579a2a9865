import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import type { Agenda } from '#domain/decisao.ts'
import { CONFIGURACAO, configuracaoDe, type LinhaDaConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import { contarComFolga } from '#server/db/folga.ts'
import { idsEmOrdem, idsGuardados, trechoDeIds } from '#server/db/ids.ts'
import { camposDaPagina, trechoDe } from '#server/db/pagina.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { agendaDe } from '#server/regua/momento.queries.ts'
import { buscarAchados } from './achados.queries.ts'
import { type Contexto, lerClientes } from './cliente.queries.ts'
import { type Atraso, type Contagem, contagemGuardada, contar, contarPorAtraso } from './contagem.queries.ts'
import { CONTAGEM, daParte, type Lista, NENHUM, type Parte, somar } from './partes.queries.ts'

/**
 * One page of any list: ids by the filters and a total order first, and only then everything about those few. The
 * counts over the whole filtered list come from the same conditions, so they never disagree with the pages.
 */
export async function buscar(
  contexto: Contexto,
  pedido: { page: number; per_page: number; busca?: string | undefined },
  { partes, ordem, porAtraso, semIndice }: Lista,
) {
  const { busca, per_page: porPagina } = pedido
  if (busca) return buscarAchados(contexto, { ...pedido, busca }, { partes, ordem })
  const { db } = contexto
  let pular = (pedido.page - 1) * porPagina
  const guardar = semIndice === true && (await saoMuitos(db, partes))
  const lugar = { busca: undefined, ordem, limite: porPagina, pular, porAtraso, guardar }
  const { contagens, ids, agenda } = await contarELer(contexto, partes, lugar)
  // What the first part did not fill comes from the next ones.
  for (const [i, parte] of partes.entries()) {
    const total = contagens[i]?.total ?? 0
    const faltam = porPagina - ids.length
    if (i > 0 && faltam > 0 && pular < total)
      ids.push(...(await lerIds(db, parte, noLugar({ ...lugar, limite: faltam, pular }, contagens[i]!))))
    pular = Math.max(0, pular - total)
  }
  const contagem = contagens.reduce(somar, NENHUM)
  const data = await lerClientes(contexto, ids, agenda)
  return { data, ...camposDaPagina(pedido, contagem.total), contagem }
}

interface Lugar {
  busca: string | undefined
  ordem: Expression<unknown>
  limite: number | null
  pular: number
  porAtraso?: Lista['porAtraso']
  /** Memoise the order even for near pages, because no index has it. */
  guardar?: boolean
}

/** The inputs of a list's page, before its customers are read. */
interface Achada {
  /** One per part of the list. */
  contagens: Contada[]
  /** The page's ids, if they are in the first part. */
  ids: number[]
  /** The agenda, if read in the same statement. */
  agenda?: Agenda
}

/** Each part's count and the ids at the page's position, in one statement with the settings where counts are stored. */
async function contarELer({ db, agora }: Contexto, partes: readonly Parte[], lugar: Lugar): Promise<Achada> {
  const [primeira] = partes as [Parte, ...Parte[]]
  if (!guardada(primeira)) {
    const contagens = await Promise.all(partes.map((parte) => contarParte(db, parte)))
    const passa = lugar.pular >= contagens[0]!.total
    return { contagens, ids: passa ? [] : await lerIds(db, primeira, noLugar(lugar, contagens[0]!)) }
  }
  const longe = lugar.pular >= LONGE && lugar.porAtraso && primeira.donos === 'todos'
  if (longe) return contarELerLonge(db, primeira, lugar)
  if (ehGuardada(lugar)) {
    const contagens = await Promise.all(partes.map(({ donos, status }) => contar(db, donos, status)))
    const passa = lugar.pular >= contagens[0]!.total
    return { contagens, ids: passa ? [] : await lerIds(db, primeira, lugar) }
  }
  const contagens = partes.map(
    ({ donos, status }) => sql`(select row_to_json(k) from (${contagemGuardada(donos, status)}) k)`,
  )
  const consulta = sql<{ contagens: Contagem[]; ids: number[]; ajustes: LinhaDaConfiguracao }>`
    select json_build_array(${sql.join(contagens)}) as contagens, array(${idsDaParte(primeira, lugar)}) as ids,
      (select row_to_json(k) from (${CONFIGURACAO}) k) as ajustes`
  const { ajustes, ...achada } = (await preparada(db, consulta.compile(db))).rows[0]!
  return { ...achada, agenda: agendaDe(configuracaoDe(ajustes), agora) }
}

/** From this offset on, locating a page by counts is cheaper than skipping the rows before it. */
const LONGE = 500

/** As `contarELer`, for a distant page: reads only the due days on it, skipping those before by their counts. */
async function contarELerLonge(db: Db | Trx, parte: Parte, lugar: Lugar) {
  const { limite, pular, porAtraso } = lugar
  const contagem = await contar(db, 'todos', parte.status)
  const grupos = await contarPorAtraso(db, parte.status)
  if (porAtraso === 'menor') grupos.reverse()
  const ids: number[] = []
  // Customers who owe nothing have no due day, so no range includes them.
  for (const trecho of trechosDe(grupos, pular, limite ?? 0)) {
    const noTrecho = { ...parte, mais: [trecho.condicao] }
    ids.push(...(await lerIds(db, noTrecho, { ...lugar, limite: trecho.limite, pular: trecho.pular })))
  }
  return { contagens: [contagem], ids }
}

/** The runs of due days, in the list's order, that contain `quantas` rows after `antes`. */
function trechosDe(grupos: readonly Atraso[], antes: number, quantas: number) {
  const semDia = grupos.filter(({ dia }) => dia === null)
  const comDia = grupos.filter(({ dia }) => dia !== null)
  let pular = antes
  let faltam = quantas
  return (grupos[0]?.dia === null ? [semDia, comDia] : [comDia, semDia]).flatMap((lado) => {
    const total = lado.reduce((soma, { linhas }) => soma + linhas, 0)
    const trecho = faltam > 0 && pular < total && trechoDe(lado, pular, faltam)
    const limite = faltam
    faltam -= Math.max(0, Math.min(faltam, total - pular))
    pular = Math.max(0, pular - total)
    return trecho
      ? [{ condicao: entreOsDias(trecho.primeiro.dia, trecho.ultimo.dia), pular: trecho.pular, limite }]
      : []
  })
}

function entreOsDias(um: Dia | null, outro: Dia | null): RawBuilder<boolean> {
  if (um === null || outro === null) return sql`cliente.vencimento_mais_antigo is null`
  const [de, ate] = [um, outro].sort()
  return sql`cliente.vencimento_mais_antigo between ${de}::date and ${ate}::date`
}

/** The ids of every part, one part after another. */
export async function lerTodosOsIds(
  db: Db | Trx,
  { partes, ordem }: Lista,
  busca: string | undefined,
): Promise<number[]> {
  const ids: number[][] = []
  for (const parte of partes)
    ids.push(Array.from(await idsEmOrdem(db, idsDaParte(parte, { busca, ordem, limite: null, pular: 0 }))))
  const [primeira = [], ...outras] = ids
  return primeira.concat(...outras)
}

async function lerIds(db: Db | Trx, parte: Parte, lugar: Lugar): Promise<number[]> {
  if (ehGuardada(lugar)) return lerIdsGuardados(db, parte, lugar)
  const { rows } = await idsDaParte(parte, lugar).execute(db)
  return rows.map(({ id }) => id)
}

/** From this offset on, the rows before a page are read once for all pages, and memoised (`idsGuardados`). */
const MUITO_LONGE = 10_000

/** Also when few are found among so many that were scanned. */
const noLugar = (lugar: Lugar, { total, lidas = 0 }: Contada): Lugar =>
  lidas >= MUITO_LONGE && total < lidas * POUCOS ? { ...lugar, guardar: true } : lugar
const POUCOS = 0.01

const ehGuardada = ({ pular, guardar }: Lugar) => pular >= MUITO_LONGE || guardar === true

/** So many are put in order in a quarter of a second and more. */
const MUITOS = 50_000

async function saoMuitos(db: Db | Trx, partes: readonly Parte[]): Promise<boolean> {
  const contagens = await Promise.all(partes.map(({ donos, status }) => contar(db, donos, status)))
  return contagens.reduce(somar, NENHUM).total >= MUITOS
}

/** The page as the list stood when it was kept, without who is no longer in it. */
async function lerIdsGuardados(db: Db | Trx, parte: Parte, { ordem, limite, pular }: Lugar): Promise<number[]> {
  const todos = await idsGuardados(db, idsDaParte(parte, { busca: undefined, ordem, limite: null, pular: 0 }))
  const ids = trechoDeIds(todos, pular, limite ?? todos.length)
  const mais = [...(parte.mais ?? []), sql<boolean>`cliente.id = any(${ids}::bigint[])`]
  const { rows } = await sql<{ id: number }>`select id from ${daParte({ ...parte, mais }, undefined)}`.execute(db)
  const ainda = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => ainda.has(id))
}

/** The limit is a literal, so that a generic plan knows that pages are short. */
const idsDaParte = (parte: Parte, { busca, ordem, limite, pular }: Lugar) =>
  sql<{ id: number }>`select id from ${daParte(parte, busca)} order by ${ordem}
    ${limite === null ? sql`` : sql`limit ${sql.lit(limite)}`} ${pular === 0 ? sql`` : sql`offset ${pular}`}`

/** Kept counts answer; only a reason or a narrower filter, as a search, counts customers. */
const guardada = ({ motivo, mais }: Parte) => !motivo && !mais?.length

/** `lidas`: how many were passed over in order to count. */
type Contada = Contagem & { lidas?: number }

async function contarParte(db: Db | Trx, parte: Parte): Promise<Contada> {
  const lidas = sql`(select k.total from (${contagemGuardada(parte.donos, parte.status)}) as k) as lidas`
  const consulta = sql<Contada>`select ${CONTAGEM}, ${lidas} from ${daParte(parte, undefined)}`
  return contarComFolga(db, consulta.compile(db), async () => (await consulta.execute(db)).rows[0] ?? NENHUM)
}
