import { sql } from 'kysely'
import type { MensagemRecebida } from '#contract/webhooks-meta.ts'
import { instanteDito } from '#domain/conversa.ts'
import { diaDe } from '#domain/data.ts'
import { cortar } from '#domain/texto.ts'
import type { Trx } from '#server/db/schema.ts'
import { anunciar } from '#server/saida/saida.actions.ts'
import { conteudoDe, dicasDe } from './conteudo.ts'

const ALVO = sql`coalesce(payload #>> '{mensagem,reaction,message_id}',
  payload #>> '{mensagem,edit,original_message_id}', payload #>> '{mensagem,revoke,original_message_id}')`

/** Meta's id of the message that this one is about: a reaction to it, an edit or a deletion. */
export const marcada = ({ reaction, edit, revoke }: MensagemRecebida): string | undefined =>
  reaction?.message_id ?? edit?.original_message_id ?? revoke?.original_message_id

/**
 * What people did to these messages: reactions, edits and deletions of their own. No reply: nobody is called, and the window
 * stays as it is. A deleted text stays for whoever attends, marked. Told in any order, before the message too, so all that the
 * inbox holds of them is done again in the order in which it happened.
 */
export async function aplicarMarcas(trx: Trx, wamids: readonly string[], agora: Date): Promise<void> {
  if (wamids.length === 0) return
  const { rows } = await sql<{ mensagem: MensagemRecebida }>`
    select payload->'mensagem' as mensagem from evento_recebido
    where tipo = 'mensagem' and ${ALVO} is not null and ${ALVO} = any(${wamids}::text[])
    order by coalesce(meta_em, recebido_em), id`.execute(trx)
  const marcadas = new Set<number>()
  for (const { mensagem } of rows) {
    const marca = marcaDe(mensagem, agora)
    if (!marca) continue
    const { wamid, deles, ...novo } = marca
    const mudada = await trx
      .updateTable('mensagem')
      .set(novo)
      .where('wamid', '=', wamid)
      .$if(deles, (consulta) => consulta.where('direcao', '=', 'recebida'))
      .returning('id')
      .executeTakeFirst()
    if (mudada) marcadas.add(mudada.id)
  }
  await anunciar(trx, [...marcadas], 'mensagem')
}

/** `deles`: only the sender of the message may do this to it. */
function marcaDe({ type, timestamp, reaction, edit, revoke }: MensagemRecebida, agora: Date) {
  const em = instanteDito(timestamp, agora)
  if (type === 'reaction' && reaction) {
    return { wamid: reaction.message_id, deles: false, reacao: cortar(reaction.emoji ?? '', 32) || null }
  }
  if (type === 'revoke' && revoke) return { wamid: revoke.original_message_id, deles: true, apagada_em: em }
  if (type !== 'edit' || !edit) return null
  const { conteudo } = conteudoDe(edit.message)
  const intencoes = dicasDe(edit.message, diaDe(em))
  return {
    wamid: edit.original_message_id,
    deles: true,
    conteudo,
    editada_em: em,
    intencoes: intencoes && JSON.stringify(intencoes),
  }
}
