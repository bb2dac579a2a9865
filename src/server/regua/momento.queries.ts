import { type RawBuilder, sql } from 'kysely'
import { DIA_MS, diaDe, localDe } from '#domain/data.ts'
import type { Agenda, Momento } from '#domain/decisao.ts'
import { limiteDoDia, limiteDoNivel, type Numero } from '#domain/limite.ts'
import { A_SAIR, DA_REGUA, SAINDO } from '#domain/mensagem.ts'
import { type Configuracao, lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import { modelosAprovados } from '#server/configuracao/modelos-em-uso.queries.ts'
import { lista } from '#server/db/lista.ts'
import { preparada } from '#server/db/preparada.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** What decides the days of contact, at this instant. */
export const lerAgenda = async (db: Db | Trx, agora: Date): Promise<Agenda> =>
  agendaDe(await lerConfiguracao(db), agora)

/** The same of settings that were read already. */
export function agendaDe(
  { regua, calendario, horario, lei, carenciaDiasUteis, confirmarPessoa }: Configuracao,
  agora: Date,
): Agenda {
  return { ...localDe(agora), regua, calendario, horario, lei, carenciaDiasUteis, confirmarPessoa }
}

/** All that a decision depends on apart from the customers, as it is at this instant. */
export const lerMomento = async (db: Db | Trx, agora: Date, forcado = false): Promise<Momento> =>
  lerMomentoCom(db, await lerConfiguracao(db), agora, forcado)

/** The same by settings that were read already. */
export async function lerMomentoCom(
  db: Db | Trx,
  configuracao: Configuracao,
  agora: Date,
  forcado = false,
): Promise<Momento> {
  const agenda = agendaDe(configuracao, agora)
  const limite = await restante(db, configuracao.numero, agora)
  const modelos = [...(await modelosAprovados(db)).values()]
  const aprovados = new Set<string>(modelos.map(({ tipo }) => tipo))
  const marketing = new Set<string>(
    modelos.filter(({ categoria }) => categoria === 'MARKETING').map(({ tipo }) => tipo),
  )
  return { ...agenda, forcado, aprovados, marketing, limite }
}

/**
 * How many more people the engine may start conversations with: the day's limit less those reached in 24 hours or on
 * their way.
 */
export const limiteRestante = async (db: Db | Trx, agora: Date): Promise<number | null> =>
  restante(db, await lerNumero(db), agora)

async function restante(db: Db | Trx, numero: Numero, agora: Date): Promise<number | null> {
  const limite = limiteDoDia(numero, diaDe(agora))
  if (limite === null) return null
  return Math.max(0, limite - (await alcancados(db, agora, sql`envio in ${lista(A_SAIR)}`)))
}

/**
 * How many more people anybody may start conversations with: Meta's limit, which is above the engine's own, less those
 * reached, on their way, or already in the engine's queue.
 */
export async function limiteDeTodos(db: Db | Trx, agora: Date): Promise<number | null> {
  const limite = limiteDoNivel((await lerNumero(db)).nivel)
  if (limite === null) return null
  const prometidos = sql`(envio in ${lista(SAINDO)} or (envio = 'fila' and finalidade in ${lista(DA_REGUA)}))`
  return Math.max(0, limite - (await alcancados(db, agora, prometidos)))
}

async function lerNumero(db: Db | Trx): Promise<Numero> {
  const consulta = sql<Numero>`
    select whatsapp_situacao->>'limite' as nivel, whatsapp_situacao->>'qualidade' as qualidade,
      aquecimento_desde as "aquecimentoDesde" from configuracao`
  return (await preparada(db, consulta.compile(db))).rows[0]!
}

/** Different people reached in the last 24 hours, or about to be by templates in the state `estao`. */
async function alcancados(db: Db | Trx, agora: Date, estao: RawBuilder<unknown>): Promise<number> {
  const umDiaAntes = new Date(agora.getTime() - DIA_MS).toISOString()
  const consulta = sql<{ alcancados: number }>`
    select count(*) as alcancados from (
      select id from contato where ultimo_contato_em > ${umDiaAntes}::timestamptz
      union
      select contato_id from mensagem where ${estao} and tipo = 'template') as pessoas`
  return (await preparada(db, consulta.compile(db))).rows[0]?.alcancados ?? 0
}
