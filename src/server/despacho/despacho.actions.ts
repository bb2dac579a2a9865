import { sql } from 'kysely'
import { A_SAIR } from '#domain/mensagem.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificarTodos } from '#server/eventos/notificar.ts'
import type { Trava } from '#server/jobs/trava.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Posicao } from './posicao.actions.ts'
import type { Falhas } from './saude.ts'

/** The state of sending, as the last sender left it. */
export interface Andamento {
  /** Milliseconds since the last mark, by the database's clock. */
  marcouHaMs: number | null
  falhas: Falhas | null
}

/** Read when a dispatcher takes over, from itself or from another. */
export async function lerAndamento(db: Db): Promise<Andamento> {
  const { rows } = await sql<
    { ha: number | null } & Pick<Linha<'despacho'>, (`falha_${string}` & keyof Linha<'despacho'>) | 'sondas'>
  >`
    select (extract(epoch from clock_timestamp() - marcou_em) * 1000)::float8 as ha,
      falha_tipo, falha_desde, falha_detalhe, sondas from despacho`.execute(db)
  const { ha, falha_tipo, falha_desde, falha_detalhe, sondas } = rows[0]!
  const falhas = falha_tipo && {
    tipo: falha_tipo,
    desde: new Date(falha_desde!),
    detalhe: falha_detalhe,
    sondas,
  }
  return { marcouHaMs: ha, falhas }
}

/**
 * Marks only messages of this claim, in the session that holds the lock: one that another dispatcher claimed since is
 * that one's to send.
 */
export async function marcarEnviando(
  trava: Trava,
  grupo: readonly { id: number; reivindicadaEm: Date }[],
  em: Date,
): Promise<{ ids: Set<number>; posicao: Posicao }> {
  const [linha] = await trava.executar(sql<Posicao & { ids: number[] }>`
    with marcadas as (
      update mensagem set envio = 'enviando', enviando_em = ${em}
      where id = any(${grupo.map(({ id }) => id)}::bigint[]) and envio = 'reivindicada' and reivindicada_em = ${grupo[0]?.reivindicadaEm}
        and exists (select from despacho where retida_em is null)
      returning id
    ), posta as (
      update despacho set posicao = posicao + (select count(*) from marcadas), marcou_em = clock_timestamp()
      returning linhagem, posicao
    )
    select linhagem, posicao, array(select id from marcadas) as ids from posta`)
  const { ids, ...posicao } = linha!
  return { ids: new Set(ids), posicao }
}

/** WhatsApp answered: the queue moves. */
export async function anotarAndamento(db: Db, agora: Date): Promise<void> {
  await sql`update despacho set andou_em = ${agora}`.execute(db)
}

const SUMIU = {
  sem_resposta: 'A API do WhatsApp recebe os envios e não responde',
  sem_conexao: 'Não se consegue conexão com a API do WhatsApp',
  recusa: 'A Meta recusa os envios por um problema dela',
}

/** Records, for every node and administrator, that attempts fail, or (null) that they succeed again. */
export async function gravarFalhas(db: Db, falhas: Falhas | null, agora: Date): Promise<void> {
  await emTransacao(db, async (trx) => {
    const antes = await trx.selectFrom('despacho').selectAll().forUpdate().executeTakeFirstOrThrow()
    await trx
      .updateTable('despacho')
      .set({
        falha_tipo: falhas?.tipo ?? null,
        falha_desde: falhas?.desde ?? null,
        falha_detalhe: falhas?.detalhe ?? null,
        sondas: falhas?.sondas ?? 0,
      })
      .execute()
    if ((antes.falha_tipo === null) === (falhas === null)) return
    await notificarTodos(trx, 'badges')
    // A refusal that passes in moments, such as an exceeded pace, is not worth a log line.
    if ((falhas?.tipo ?? antes.falha_tipo) === 'recusa') return
    await registrar(trx, {
      agora,
      nivel: falhas ? 'erro' : 'info',
      acao: falhas ? 'whatsapp.perder_resposta' : 'whatsapp.voltar_resposta',
      descricao: falhas
        ? `${SUMIU[falhas.tipo]}. ${falhas.detalhe ?? ''} Uma mensagem de cada vez é tentada até que uma seja respondida.`
        : 'A API do WhatsApp voltou a responder aos envios.',
      dados: { tipo: falhas?.tipo ?? antes.falha_tipo },
    })
  })
}

/** Meta answered another call, and no queued message would find that out by being sent: the failure is over. */
export const esquecerFalhasSemFila = (trx: Trx) =>
  sql`
  update despacho set falha_tipo = null, falha_desde = null, falha_detalhe = null, sondas = 0
  where falha_tipo is not null and not exists (select from mensagem where envio in ${lista(A_SAIR)})`.execute(trx)
