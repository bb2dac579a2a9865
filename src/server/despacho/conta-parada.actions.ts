import type { Trx } from '#server/db/schema.ts'
import { notificarTodos } from '#server/eventos/notificar.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import { acordarSaida } from '#server/saida/saida.actions.ts'

/**
 * A problem of the account: nothing more is sent by any node until `retomarConta`. What waits goes on waiting; engine
 * messages are good for their own day only. `em`: what happened before it was resumed is told late, and is over.
 */
export async function pararConta(
  trx: Trx,
  problema: { codigo: string; mensagem: string },
  agora: Date,
  em = agora,
): Promise<void> {
  const parada = await trx
    .updateTable('configuracao')
    .set({ conta_parada_codigo: problema.codigo, conta_parada_mensagem: problema.mensagem, conta_parada_em: agora })
    .where('conta_parada_codigo', 'is', null)
    .where(({ or, eb }) => or([eb('conta_retomada_em', 'is', null), eb('conta_retomada_em', '<=', em.toISOString())]))
    .returning('id')
    .executeTakeFirst()
  if (!parada) return // the first problem is the one to be seen; the others are most often the same
  await registrar(trx, {
    agora,
    nivel: 'erro',
    acao: 'whatsapp.parar_conta',
    descricao: `O envio parou: ${problema.mensagem}`,
    dados: problema,
  })
  await notificarTodos(trx, 'badges')
}

/** Another account is in use: the problem of the previous one does not apply. */
export async function esquecerParada(trx: Trx, agora: Date): Promise<void> {
  const { conta_parada_codigo: parada } = await trx
    .selectFrom('configuracao')
    .select('conta_parada_codigo')
    .executeTakeFirstOrThrow()
  const nenhuma = { conta_parada_codigo: null, conta_parada_mensagem: null, conta_parada_em: null }
  await trx
    .updateTable('configuracao')
    .set({ ...nenhuma, conta_retomada_em: null })
    .execute()
  if (parada === null) return
  await registrar(trx, {
    agora,
    acao: 'whatsapp.retomar_conta',
    descricao: 'A conta do WhatsApp é outra: o problema que parou a anterior não é dela.',
  })
  await acordarSaida(trx)
  await notificarTodos(trx, 'badges')
}

/** The account works again: waiting messages are sent, and the day's run is repeated for customers set free. */
export async function retomarConta(trx: Trx, agora: Date, quem: Quem | null): Promise<void> {
  const retomada = await trx
    .updateTable('configuracao')
    .set({ conta_parada_codigo: null, conta_parada_mensagem: null, conta_parada_em: null, conta_retomada_em: agora })
    .where('conta_parada_codigo', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!retomada) return
  await registrar(trx, {
    agora,
    ...quem,
    acao: 'whatsapp.retomar_conta',
    descricao: 'O problema da conta foi resolvido e o envio voltou.',
  })
  await acordarSaida(trx)
  await notificarTodos(trx, 'badges')
}
