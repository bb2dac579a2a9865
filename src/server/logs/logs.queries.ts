import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Log, listarLogs } from '#contract/logs.ts'
import { VERBOS_DO_LOG } from '#domain/log.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import { lista } from '#server/db/lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { comTexto } from './busca.queries.ts'
import { resolverNomes } from './nomes.queries.ts'

export type LinhaLida = Linha<'log'> & { motivo: string | null }

const COLUNAS = [
  'id',
  'created_at',
  'nivel',
  'acao',
  'descricao',
  'referencias',
  'usuario_id',
  'ip',
  'entidade',
  'entidade_id',
  'dados',
] as const

/** Why somebody did it, which stands beside the log. */
export const MOTIVO = sql<string | null>`(select motivo from log_motivo where log_id = log.id)`.as('motivo')

export type Consulta = z.output<typeof listarLogs.schema.querystring>
export type Filtro = Omit<Consulta, 'page' | 'per_page'>

const LINHAS_POR_VEZ = 1000

/** Everything that the filters find, newest first, some at a time; what is written meanwhile is not in it. */
export async function* percorrerLogs(db: Db, filtro: Filtro): AsyncGenerator<Log[]> {
  let depois: { em: string; id: number } | undefined
  const todos = await filtrados({ db }, filtro)
  for (;;) {
    let logs = todos
    if (depois) logs = logs.where(sql<boolean>`(created_at, id) < (${depois.em}::timestamptz, ${depois.id}::bigint)`)
    const linhas = await logs
      .selectAll('log')
      .select(MOTIVO)
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
  const consulta = db
    .selectFrom('log')
    .select(COLUNAS)
    .select(MOTIVO)
    .where('entidade', '=', 'cliente')
    .where('entidade_id', '=', clienteId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limite))
  return paraContrato(db, (await preparada(db, consulta.compile())).rows)
}

/** What was done to one account of a customer, newest first. */
export async function buscarHistoricoDaConta(db: Db | Trx, clienteId: number, contaId: number): Promise<Log[]> {
  const linhas = await db
    .selectFrom('log')
    .selectAll('log')
    .select(MOTIVO)
    .where('entidade', '=', 'cliente')
    .where('entidade_id', '=', clienteId)
    .where(sql<boolean>`dados @> ${JSON.stringify({ conta: contaId })}::jsonb`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return paraContrato(db, linhas)
}

/** What was done with one bank movement, newest first, before and after it had a customer. */
export async function buscarHistoricoDoMovimento(db: Db | Trx, id: number): Promise<Log[]> {
  const comEle = sql`dados @> ${JSON.stringify({ movimento: id })}::jsonb`
  const linhas = await db
    .selectFrom('log')
    .selectAll('log')
    .select(MOTIVO)
    .where(
      sql<boolean>`log.id in (
        select id from log where entidade = 'movimento' and entidade_id = ${id}
        union select id from log where acao in ${lista(DE_PESSOAS)} and ${comEle}
          and created_at >= (select created_at from movimento where id = ${id})
        union select id from log where entidade = 'cliente' and ${comEle}
          and entidade_id in (select cliente_id from pagamento where movimento_id = ${id}))`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return paraContrato(db, linhas)
}

const DE_PESSOAS = VERBOS_DO_LOG.conciliacao.map((verbo) => `conciliacao.${verbo}`)

/** What the filters find, in no order. */
export async function filtrados({ db, sinal }: { db: Db; sinal?: AbortSignal }, filtro: Filtro) {
  let logs = db.selectFrom('log').where(deEspecie(filtro) ?? sql<boolean>`true`)
  if (filtro.entidade_id) logs = logs.where('entidade_id', '=', filtro.entidade_id)
  if (filtro.de) logs = logs.where('created_at', '>=', inicioDoDia(filtro.de))
  if (filtro.ate) logs = logs.where('created_at', '<', inicioDoDia(filtro.ate, 1))
  if (filtro.busca) logs = logs.where(await comTexto({ db, sinal }, filtro.busca))
  return logs
}

/** Conditions that entries and kept counts share; null: none. */
export function deEspecie({ nivel, usuario_id, entidade, acao }: Filtro): RawBuilder<boolean> | null {
  const condicoes: RawBuilder<unknown>[] = []
  if (nivel) condicoes.push(sql`nivel = ${nivel}`)
  if (usuario_id === 'sistema') condicoes.push(sql`usuario_id is null`)
  else if (usuario_id) condicoes.push(sql`usuario_id = ${usuario_id}`)
  if (entidade) condicoes.push(sql`entidade = ${entidade}`)
  if (acao) condicoes.push(sql`(acao = ${acao} or starts_with(acao, ${`${acao}.`}))`)
  return condicoes.length > 0 ? sql<boolean>`${sql.join(condicoes, sql` and `)}` : null
}

/** Lines as the API gives them, with today's names. */
export async function paraContrato(db: Db | Trx, linhas: LinhaLida[]): Promise<Log[]> {
  const { descrever, usuario } = await resolverNomes(db, linhas)
  return linhas.map((linha) => ({
    id: linha.id,
    created_at: linha.created_at,
    nivel: linha.nivel,
    acao: linha.acao,
    ...descrever(linha),
    usuario: usuario(linha.usuario_id),
    ip: linha.ip,
    entidade: linha.entidade,
    entidade_id: linha.entidade_id,
    ...pausaDe(linha.dados),
  }))
}

/** The day is all that the log keeps of a pause: its reason is the customer's, and goes when the customer is anonymised. */
const pausaDe = (dados: Linha<'log'>['dados']) =>
  dados !== null && typeof dados === 'object' && 'pausado_ate' in dados && typeof dados.pausado_ate === 'string'
    ? { pausado_ate: dados.pausado_ate }
    : {}
