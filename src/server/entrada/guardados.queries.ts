import { type Expression, type SqlBool, sql } from 'kysely'
import type { SITUACOES_EVENTO } from '#contract/eventos-guardados.ts'
import type { OrigemDeEvento } from '#domain/entrada.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { camposDaPagina, type PedidoDePagina, percorrerPorId } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'

type Situacao = (typeof SITUACOES_EVENTO)[number]

/** Which of a system's events are meant. */
export interface FiltroDeEventos {
  origem: OrigemDeEvento
  situacao?: Situacao | undefined
  outros?: Expression<SqlBool> | undefined
}

/** Pages are counted so far: nobody turns to the last page of a month of events. */
const MAIOR_CONTAGEM = 10_000

/** Without the payload, which may be long. */
const NA_LISTA = [
  'id',
  'tipo',
  'ordem',
  'erro',
  'tentativas',
  'meta_em',
  'recebido_em',
  'processado_em',
  'posto_de_lado_em',
  'sem_efeito',
] as const
export type EventoNaLista = Pick<Linha<'evento_recebido'>, (typeof NA_LISTA)[number]>

/** A system's events, latest first, formatted by `paraApi`; people mostly look for those set aside. */
export async function paginaDeEventos<T>(
  db: Db,
  filtro: FiltroDeEventos,
  pedido: PedidoDePagina,
  paraApi: (linha: EventoNaLista) => T,
) {
  const achados = filtrar(db, filtro)
  const { total } = await db
    .selectFrom(achados.select('id').limit(MAIOR_CONTAGEM).as('achados'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const linhas = await achados
    .select(NA_LISTA)
    .orderBy('id', 'desc')
    .limit(pedido.per_page)
    .offset((pedido.page - 1) * pedido.per_page)
    .execute()
  return { data: linhas.map(paraApi), ...camposDaPagina(pedido, total) }
}

/** All that `paginaDeEventos` finds, in its order. */
export const percorrerEventos = <T extends { id: number }>(
  db: Db,
  filtro: FiltroDeEventos,
  paraApi: (linha: EventoNaLista) => T,
) =>
  percorrerPorId(async (antesDe, limite) => {
    const achados = filtrar(db, filtro).where('id', '<', antesDe)
    return (await achados.select(NA_LISTA).orderBy('id', 'desc').limit(limite).execute()).map(paraApi)
  })

function filtrar(db: Db, { origem, situacao, outros }: FiltroDeEventos) {
  let achados = db.selectFrom('evento_recebido').where('origem', '=', origem)
  if (outros) achados = achados.where(outros)
  if (situacao === 'sem_efeito') return achados.where('sem_efeito', '=', true).where('processado_em', 'is not', null)
  if (situacao === 'processado') return achados.where('processado_em', 'is not', null).where('sem_efeito', '=', false)
  if (!situacao) return achados
  return achados
    .where('processado_em', 'is', null)
    .where('posto_de_lado_em', situacao === 'de_lado' ? 'is not' : 'is', null)
}

/** One of a system's events, whole; 404 once it was forgotten. */
export async function lerEventoInteiro(db: Db | Trx, origem: OrigemDeEvento, id: number) {
  const linha = await db
    .selectFrom('evento_recebido')
    .selectAll()
    .where('id', '=', id)
    .where('origem', '=', origem)
    .executeTakeFirst()
  if (!linha) throw new NaoEncontrado('Este evento não existe mais. Eventos são guardados por 30 dias.')
  return linha
}

export function situacaoDoEvento({ processado_em, posto_de_lado_em, sem_efeito }: EventoNaLista): Situacao {
  if (processado_em) return sem_efeito ? 'sem_efeito' : 'processado'
  return posto_de_lado_em ? 'de_lado' : 'pendente'
}

/** How many of a system's wait, set aside, for somebody to look at them. */
export async function contarDeLado(db: Db | Trx, origem: OrigemDeEvento): Promise<number> {
  const { n } = await db
    .selectFrom('evento_recebido')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('origem', '=', origem)
    .where('posto_de_lado_em', 'is not', null)
    .where('processado_em', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}
