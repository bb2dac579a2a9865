import { sql } from 'kysely'
import { RegraViolada } from '#domain/erros.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { CANAL_ENTRADA } from './entrada.actions.ts'
import { lerEvento } from './eventos-guardados.queries.ts'
import { processarContato } from './inbox.ts'

type Meios = Pick<Servicos, 'db' | 'relogio' | 'log' | 'chaveSecreta' | 'whatsapp'>

/**
 * An event goes through the inbox again, now. Everything an event does it does once, so this is safe for any of them,
 * also for what went well the first time.
 */
export async function reprocessar(meios: Meios, id: number, usuarioId: number) {
  const { conteudo } = await lerEvento(meios.db, id)
  if (Object.keys(conteudo as object).length === 0) {
    throw new RegraViolada('evento_apagado', 'O conteúdo deste evento foi apagado com os dados do cliente.')
  }
  const contato = await emTransacao(meios.db, async (trx) => {
    // A status waits under its message's id, as any that is taken alone.
    const { rows } = await sql<{ contato_chave: string }>`
      update evento_whatsapp set processado_em = null, posto_de_lado_em = null, tentativas = 0, proxima_em = null,
        contato_chave = coalesce(contato_chave, 's:' || (payload->>'id'))
      where id = ${id} returning contato_chave`.execute(trx)
    await registrar(trx, {
      agora: meios.relogio.agora(),
      acao: 'whatsapp.reprocessar_evento',
      descricao: 'Um evento do WhatsApp foi processado outra vez.',
      usuarioId,
      entidade: 'evento_whatsapp',
      entidadeId: id,
    })
    return rows[0]?.contato_chave
  })
  if (contato) await processarContato(meios, contato)
  return lerEvento(meios.db, id)
}

/** Everything set aside goes through the inbox again, in the background. */
export async function reprocessarDeLado({ db, relogio }: Meios, usuarioId: number) {
  return emTransacao(db, async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      update evento_whatsapp set posto_de_lado_em = null, tentativas = 0, proxima_em = null,
        contato_chave = coalesce(contato_chave, 's:' || (payload->>'id'))
      where posto_de_lado_em is not null and processado_em is null`.execute(trx)
    const reprocessados = Number(numAffectedRows)
    if (reprocessados === 0) return { reprocessados }
    await registrar(trx, {
      agora: relogio.agora(),
      acao: 'whatsapp.reprocessar_evento',
      descricao: `${reprocessados} eventos do WhatsApp que estavam de lado voltaram para a entrada.`,
      usuarioId,
    })
    await sql`select pg_notify(${CANAL_ENTRADA}, '')`.execute(trx)
    return { reprocessados }
  })
}

/** Somebody saw it, and there is nothing to do: it leaves the list, and is forgotten with the others. */
export async function descartar({ db, relogio }: Meios, id: number, usuarioId: number) {
  await lerEvento(db, id)
  return emTransacao(db, async (trx) => {
    const agora = relogio.agora()
    const descartado = await trx
      .updateTable('evento_whatsapp')
      .set({ processado_em: agora })
      .where('id', '=', id)
      .where('posto_de_lado_em', 'is not', null)
      .where('processado_em', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!descartado)
      throw new RegraViolada('evento_nao_esta_de_lado', 'Este evento não está de lado. Atualize a lista.')
    await registrar(trx, {
      agora,
      acao: 'whatsapp.descartar_evento',
      descricao: 'Um evento do WhatsApp que estava de lado foi dado por visto.',
      usuarioId,
      entidade: 'evento_whatsapp',
      entidadeId: id,
    })
    return lerEvento(trx, id)
  })
}
