import { sql } from 'kysely'
import { DIA_MS } from '#domain/data.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { falhaDoAmbiente } from '#server/http/falhas-do-ambiente.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { anunciar } from '#server/saida/saida.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { marcarContatos } from './dias.actions.ts'
import { registrarFalha, travarComPessoas } from './resultados.actions.ts'

/** It may have been sent: the day is spent, the step stays covered, and only a webhook can tell. Never sent again. Gives how many. */
export async function registrarDesconhecidas(trx: Trx, ids: readonly number[]): Promise<number> {
  const { mensagens } = await travarComPessoas(trx, ids)
  const incertas = mensagens.filter(({ envio }) => envio === 'enviando')
  if (incertas.length === 0) return 0
  await marcarContatos(trx, incertas, null)
  await trx
    .updateTable('mensagem')
    .set({ envio: 'desconhecida' })
    .where(
      'id',
      'in',
      incertas.map(({ id }) => id),
    )
    .execute()
  return incertas.length
}

const PRAZO_DA_PROVA_MS = DIA_MS

/** Sent or not, nobody will ever know: after 24 hours without a webhook a person decides. */
export async function encerrarDesconhecidas(db: Db, agora: Date): Promise<number> {
  return emTransacao(db, async (trx) => {
    const encerradas = await trx
      .updateTable('mensagem')
      .set({
        status: 'falha',
        envio: 'encerrada',
        falhou_em: agora,
        erro_codigo: 'resultado_desconhecido',
        erro_mensagem: 'Não se sabe se a mensagem foi enviada. Confira com o cliente antes de enviar de novo.',
      })
      .where('envio', '=', 'desconhecida')
      .where('enviando_em', '<', new Date(agora.getTime() - PRAZO_DA_PROVA_MS).toISOString())
      .where('status', '=', 'pendente')
      .returning(['id', 'cliente_id'])
      .execute()
    for (const { id, cliente_id } of encerradas)
      await registrarFalha(trx, id, cliente_id, 'a conexão caiu e nenhuma confirmação chegou em 24 horas.', agora)
    await anunciar(
      trx,
      encerradas.map(({ id }) => id),
    )
    return encerradas.length
  })
}

/**
 * Recovers what a dead dispatcher left behind: rows only claimed go back to the queue; rows marked right before their request may
 * have been sent.
 */
export async function recuperarInterrompidas({ db, relogio, log }: Pick<Servicos, 'db' | 'relogio' | 'log'>) {
  await sql`update mensagem set envio = 'fila' where envio = 'reivindicada'`.execute(db)
  const { rows } = await sql<{ id: number }>`select id from mensagem where envio = 'enviando' order by id`.execute(db)
  const ids = rows.map(({ id }) => id)
  try {
    await emTransacao(db, (trx) => registrarDesconhecidas(trx, ids))
  } catch (erro) {
    if (falhaDoAmbiente(erro)) throw erro
    log.error({ err: erro, mensagens: ids }, 'o que ficou de envios interrompidos não pode ser gravado')
    for (const id of ids)
      await separarResultado(db, id, relogio.agora()).catch((outro: unknown) =>
        log.error({ err: outro, mensagem: id }, 'um envio interrompido continua sem desfecho'),
      )
  }
}

/**
 * The database refuses this message's outcome. If known not sent, only `naoSaiu` is recorded; otherwise the outcome is unknown,
 * and a webhook or, after a day, a person settles it. If even the recipient's update is refused, only the message is updated.
 */
export async function separarResultado(
  db: Db,
  id: number,
  agora: Date,
  naoSaiu: ((trx: Trx) => Promise<void>) | null = null,
): Promise<void> {
  const semDesfecho = (marcar: (trx: Trx) => Promise<number>) => () =>
    emTransacao(db, async (trx) => {
      if ((await marcar(trx)) === 0) return // a webhook settled it meanwhile
      await registrarSeparada(trx, id, 'não se sabe mais se a mensagem chegou', agora)
    })
  const jeitos = [
    ...(naoSaiu ? [() => emTransacao(db, naoSaiu)] : []),
    semDesfecho((trx) => registrarDesconhecidas(trx, [id])),
    semDesfecho(async (trx) => {
      const so = sql`update mensagem set envio = 'desconhecida' where id = ${id} and envio = 'enviando'`
      return Number((await so.execute(trx)).numAffectedRows)
    }),
  ]
  for (const [i, gravar] of jeitos.entries()) {
    try {
      return await gravar()
    } catch (erro) {
      if (falhaDoAmbiente(erro) || i === jeitos.length - 1) throw erro
    }
  }
}

/** `eAgora`: what the message is now, for a person. */
export const registrarSeparada = (trx: Trx, id: number, eAgora: string, agora: Date) =>
  registrar(trx, {
    agora,
    nivel: 'erro',
    acao: 'mensagem.separar_resultado',
    descricao: `O banco de dados não aceitou o resultado de um envio: ${eAgora}. O motivo técnico está no registro do servidor.`,
    dados: { mensagem: id },
  })
