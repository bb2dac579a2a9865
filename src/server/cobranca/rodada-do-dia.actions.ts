import { sql } from 'kysely'
import { HORA_MS, localDe } from '#domain/data.ts'
import { impedimentoDe, type Momento } from '#domain/decisao.ts'
import { DA_REGUA } from '#domain/mensagem.ts'
import { CODIGOS_DE_OUTRA_CAUSA } from '#server/cloud-api/erros-meta.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Linha } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { lugaresDe } from '#server/regua/lugares.ts'
import { lerMomento } from '#server/regua/momento.queries.ts'
import { selecionar } from '#server/regua/selecionar.actions.ts'
import { FOLGA_ENTRE_RELOGIOS_MS } from '#server/relogio.ts'
import type { Servicos } from '#server/servicos.ts'
import { executar } from './execucao.actions.ts'

/**
 * The engine by itself: a run at the opening of each day of sending, and another one earlier or later whenever there is somebody
 * new to be billed: it became the hour somewhere else, an hour has passed, the account was mended, a template was approved. A
 * look that finds nobody leaves no run behind. Gives the instant of the look, or null when it was not time for one.
 */
export async function rodarODia(
  servicos: Pick<Servicos, 'db' | 'relogio'>,
  olhadaAntes: Date | null,
): Promise<Date | null> {
  const { db, relogio } = servicos
  const agora = relogio.agora()
  const momento = await lerMomento(db, agora)
  const lugares = lugaresDe(momento.lei)
  const abertos = lugares.filter((lugar) => impedimentoDe({ lugar }, momento) === null)
  if (abertos.length === 0) return null
  const abriuAEmpresa = abertos.includes(lugares[0]!)
  const ultima = await ultimaAutomatica(db, momento.dia)
  // What lies ahead was written by a clock that has been set back since: it is no look.
  const passada = (em: number) => (em > agora.getTime() + FOLGA_ENTRE_RELOGIOS_MS ? 0 : em)
  const olhada = Math.max(passada(Date.parse(ultima?.criada_em ?? '') || 0), passada(olhadaAntes?.getTime() ?? 0))
  if (ultima || !abriuAEmpresa) {
    const desde = new Date(olhada)
    const antes = { ...momento, ...localDe(desde) }
    // What another process was cut off at, the first look of this one finds.
    const emTempo =
      olhadaAntes === null ||
      agora.getTime() - olhada >= HORA_MS ||
      abertos.some((lugar) => impedimentoDe({ lugar }, antes) !== null) ||
      (await mudouDesde(db, desde))
    if (!emTempo) return null
    if (!(await haNovidade(db, momento, agora, abriuAEmpresa))) return agora
  }
  await executar(servicos, { automatica: true })
  return agora
}

const ultimaAutomatica = (db: Db, dia: string): Promise<Linha<'execucao'> | undefined> =>
  db
    .selectFrom('execucao')
    .selectAll()
    .where('dia', '=', dia)
    .where('simulada', '=', false)
    .where('automatica', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether the account was mended, or a template approved or taken up again, since then. */
async function mudouDesde(db: Db, desde: Date): Promise<boolean> {
  const { rows } = await sql<{ mudou: boolean }>`
    select exists (select from configuracao where conta_retomada_em >= ${desde})
      or exists (select from modelo_versao where aprovada_em >= ${desde})
      or exists (select from modelo where updated_at >= ${desde}) as mudou`.execute(db)
  return rows[0]?.mudou === true
}

/**
 * Customers who only need moving to the queue are moved in the company's own hours. Whose message of the day Meta refused is no news until
 * something of theirs, a template or the account has changed: it would be refused each hour.
 */
const haNovidade = (db: Db, momento: Momento, agora: Date, comFila: boolean): Promise<boolean> =>
  emTransacao(db, async (trx) => {
    await selecionar(trx, { momento, agora })
    const recusada = sql`exists (
      select from mensagem m join cliente c on c.id = m.cliente_id, configuracao
      where m.cliente_id = decisao.cliente_id and m.dia = ${momento.dia}::date and m.finalidade in ${lista(DA_REGUA)}
        and m.status = 'falha' and m.liberada and m.erro_codigo <> all(${[...CODIGOS_DE_OUTRA_CAUSA]}::text[])
        and m.falhou_em >= greatest(c.updated_at, conta_retomada_em, (select max(aprovada_em) from modelo_versao)))`
    const { rows } = await sql<{ ha: boolean }>`
      select exists (select from decisao
        where (motivo = 'prevista' and not ${recusada}) or (${comFila} and fila is not null)) as ha`.execute(trx)
    return rows[0]?.ha === true
  })
