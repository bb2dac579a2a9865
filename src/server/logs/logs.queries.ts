import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Log, listarLogs } from '#contract/logs.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import { paginar } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { resolverNomes } from './nomes.queries.ts'

type Consulta = z.output<typeof listarLogs.schema.querystring>
type Filtro = Omit<Consulta, 'page' | 'per_page'>

/** A page of the log, newest first. */
export async function buscarLogs(db: Db, filtro: Consulta) {
  const { data, ...pagina } = await paginar(filtrados(db, filtro), filtro, (consulta) =>
    consulta.selectAll('log').orderBy('created_at', 'desc').orderBy('id', 'desc').execute(),
  )
  return { ...pagina, data: await paraContrato(db, data) }
}

const LINHAS_POR_VEZ = 1000

/** Everything that the filters find, newest first, some at a time; what is written meanwhile is not in it. */
export async function* percorrerLogs(db: Db, filtro: Filtro): AsyncGenerator<Log[]> {
  let depois: { em: string; id: number } | undefined
  for (;;) {
    let logs = filtrados(db, filtro)
    if (depois) logs = logs.where(sql<boolean>`(created_at, id) < (${depois.em}::timestamptz, ${depois.id}::bigint)`)
    const linhas = await logs
      .selectAll('log')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(LINHAS_POR_VEZ)
      .execute()
    if (linhas.length > 0) yield await paraContrato(db, linhas)
    const ultima = linhas.at(-1)
    if (!ultima || linhas.length < LINHAS_POR_VEZ) return
    depois = { em: ultima.created_at, id: ultima.id }
  }
}

/** The last entries about one customer, newest first. */
export async function buscarHistorico(db: Db, clienteId: number, limite = 50): Promise<Log[]> {
  const linhas = await db
    .selectFrom('log')
    .selectAll()
    .where('entidade', '=', 'cliente')
    .where('entidade_id', '=', clienteId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limite)
    .execute()
  return paraContrato(db, linhas)
}

/** What was done to one account of a customer, newest first. */
export async function buscarHistoricoDaConta(db: Db | Trx, clienteId: number, contaId: number): Promise<Log[]> {
  const linhas = await db
    .selectFrom('log')
    .selectAll()
    .where('entidade', '=', 'cliente')
    .where('entidade_id', '=', clienteId)
    .where(sql<boolean>`dados @> ${JSON.stringify({ conta: contaId })}::jsonb`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return paraContrato(db, linhas)
}

/** Every action that occurs, in order: hops along the index from one to the next instead of reading the log. */
export async function buscarAcoes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ acao: string }>`
    with recursive acoes as (
      (select acao from log order by acao limit 1)
      union all
      select (select l.acao from log l where l.acao > a.acao order by l.acao limit 1) from acoes a where a.acao is not null
    )
    select acao from acoes where acao is not null`.execute(db)
  return rows.map((linha) => linha.acao)
}

function filtrados(db: Db, filtro: Filtro) {
  let logs = db.selectFrom('log')
  if (filtro.nivel) logs = logs.where('nivel', '=', filtro.nivel)
  if (filtro.usuario_id) logs = logs.where('usuario_id', '=', filtro.usuario_id)
  if (filtro.entidade) logs = logs.where('entidade', '=', filtro.entidade)
  if (filtro.entidade_id) logs = logs.where('entidade_id', '=', filtro.entidade_id)
  if (filtro.acao) logs = logs.where(daFamilia(filtro.acao))
  if (filtro.de) logs = logs.where('created_at', '>=', inicioDoDia(filtro.de))
  if (filtro.ate) logs = logs.where('created_at', '<', inicioDoDia(filtro.ate, 1))
  if (filtro.busca) logs = logs.where(comTexto(filtro.busca))
  return logs
}

const daFamilia = (acao: string): Expression<SqlBool> => sql`(acao = ${acao} or starts_with(acao, ${`${acao}.`}))`

/** In what is written, or about whom: names are looked up, since the log holds none. */
function comTexto(busca: string): Expression<SqlBool> {
  const padrao = padraoDeBusca(busca)
  return sql`(
    normalizar(descricao) like ${padrao} or acao like ${padrao}
    or (entidade = 'cliente' and entidade_id in (select id from cliente where busca like ${padrao}))
    or usuario_id in (select id from usuario where normalizar(name || ' ' || email) like ${padrao}))`
}

async function paraContrato(db: Db | Trx, linhas: Linha<'log'>[]): Promise<Log[]> {
  const { descrever, usuario } = await resolverNomes(db, linhas)
  return linhas.map((linha) => ({
    id: linha.id,
    created_at: linha.created_at,
    nivel: linha.nivel,
    acao: linha.acao,
    ...descrever(linha.descricao),
    usuario: usuario(linha.usuario_id),
    ip: linha.ip,
    entidade: linha.entidade,
    entidade_id: linha.entidade_id,
  }))
}
