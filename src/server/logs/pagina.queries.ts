import { sql } from 'kysely'
import type { Dia } from '#domain/data.ts'
import { MAIS_ACHADOS } from '#domain/log.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import { camposDaPagina, trechoDaPagina } from '#server/db/pagina.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db } from '#server/db/schema.ts'
import { lerLista, type Meios } from '#server/http/procurar.ts'
import { contarPorDia } from './contagem.queries.ts'
import { type Consulta, deEspecie, filtrados, type LinhaLida, MOTIVO, paraContrato } from './logs.queries.ts'

type Achados = Awaited<ReturnType<typeof filtrados>>

/** A page of the log, newest first; a search is stopped when nobody waits for it any more (`sinal`). */
export async function buscarLogs(meios: { db: Db; sinal?: AbortSignal }, filtro: Consulta) {
  const { db } = meios
  const logs = await filtrados(meios, filtro)
  const { total, linhas } =
    filtro.busca || filtro.entidade_id ? await entreAchados(meios, logs, filtro) : await porDia(db, logs, filtro)
  return { data: await paraContrato(db, linhas), ...camposDaPagina(filtro, total) }
}

const pularAte = ({ page, per_page }: Consulta) => (page - 1) * per_page

/** Uses the kept daily counts, so that before the page only entries of its own day are read. */
async function porDia(db: Db, logs: Achados, filtro: Consulta) {
  const contar = () => contarPorDia(db, deEspecie(filtro), noPeriodo(filtro))
  if (filtro.page === 1) {
    const [dias, linhas] = await Promise.all([contar(), lerTrecho(db, logs, filtro, { pular: 0 })])
    return { total: somar(dias), linhas }
  }
  const dias = await contar()
  const total = somar(dias)
  const trecho = trechoDaPagina(dias, filtro)
  if (!trecho || pularAte(filtro) >= total) return { total, linhas: [] }
  const { primeiro, ultimo, pular } = trecho
  return { total, linhas: await lerTrecho(db, logs, filtro, { pular, de: ultimo.dia, ate: primeiro.dia }) }
}

const somar = (dias: readonly { linhas: number }[]) => dias.reduce((soma, { linhas }) => soma + linhas, 0)

const noPeriodo = ({ de, ate }: Consulta) =>
  sql<boolean>`dia >= coalesce(${de ?? null}::date, dia) and dia <= coalesce(${ate ?? null}::date, dia)`

const DO_LOG = [
  ...(['log.id', 'log.created_at', 'log.nivel', 'log.acao', 'log.descricao', 'log.referencias', 'log.dados'] as const),
  ...(['log.usuario_id', 'log.ip', 'log.entidade', 'log.entidade_id'] as const),
]

/** Skipped rows are counted in an index; only rows shown are read. Limits are literals, for the planner. */
async function lerTrecho(
  db: Db,
  logs: Achados,
  filtro: Consulta,
  { pular, de, ate }: { pular: number; de?: Dia; ate?: Dia },
): Promise<LinhaLida[]> {
  let daPagina = logs.select(['log.id', 'log.created_at'])
  if (de) daPagina = daPagina.where('log.created_at', '>=', inicioDoDia(de))
  if (ate) daPagina = daPagina.where('log.created_at', '<', inicioDoDia(ate, 1))
  const trecho = daPagina
    .orderBy('log.created_at', 'desc')
    .orderBy('log.id', 'desc')
    .limit(sql.lit(filtro.per_page))
    // For an offset, even of 0, PostgreSQL would plan it anew each time.
    .$if(pular > 0, (um) => um.offset(pular))
  const consulta = db
    .selectFrom(trecho.as('pagina'))
    .innerJoin('log', 'log.id', 'pagina.id')
    .select([...DO_LOG, MOTIVO])
    .orderBy('pagina.created_at', 'desc')
    .orderBy('pagina.id', 'desc')
  // With filters the plan depends on the values, so it is not prepared.
  if (deEspecie(filtro)) return consulta.execute()
  return (await preparada(db, consulta.compile())).rows
}

/** For a search or a single record: scans in the list's order, where a frequent match is soon found. */
async function entreAchados(meios: Meios, logs: Achados, filtro: Consulta) {
  const achados = logs
    .select(['log.id', 'log.created_at'])
    .orderBy('log.created_at', 'desc')
    .orderBy('log.id', 'desc')
    .limit(sql.lit(MAIS_ACHADOS))
  const linhas = await lerLista(
    { ...meios, busca: filtro.busca },
    sql<{ total: number } & (LinhaLida | Record<keyof LinhaLida, null>)>`
    with achados as materialized ${achados},
    pagina as (
      select id, created_at from achados order by created_at desc, id desc limit ${sql.lit(filtro.per_page)} offset ${pularAte(filtro)}
    )
    select contados.total, ${sql.join(DO_LOG.map((coluna) => sql.ref(coluna)))}, ${MOTIVO}
    from (select count(*)::int as total from achados) as contados left join (pagina join log using (id)) on true
    order by pagina.created_at desc, pagina.id desc`,
  )
  return {
    total: linhas[0]?.total ?? 0,
    linhas: linhas.filter((linha): linha is typeof linha & LinhaLida => linha.id !== null),
  }
}
