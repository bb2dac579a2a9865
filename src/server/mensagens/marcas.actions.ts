import type { MensagemRecebida } from '#contract/cloud-api.ts'
import { instanteDito } from '#domain/conversa.ts'
import type { Trx } from '#server/db/schema.ts'
import { anunciar } from '#server/saida/saida.actions.ts'
import { conteudoDe } from './conteudo.ts'
import type { Chegada } from './receber.actions.ts'

/**
 * What a person does to a message that is already here: a reaction to it, an edit or a deletion of their own. No reply:
 * nobody is called, and the window stays as it is. A deleted text stays for who attends, marked.
 */
export async function aplicarMarcas(trx: Trx, chegadas: readonly Chegada[], agora: Date): Promise<void> {
  const marcadas: number[] = []
  for (const { mensagem } of chegadas) {
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
    if (mudada) marcadas.push(mudada.id)
  }
  await anunciar(trx, marcadas, 'mensagem')
}

/** `deles`: only of what they wrote themselves. */
function marcaDe({ type, timestamp, reaction, edit, revoke }: MensagemRecebida, agora: Date) {
  const em = instanteDito(timestamp, agora)
  if (type === 'reaction' && reaction) {
    return { wamid: reaction.message_id, deles: false, reacao: reaction.emoji?.slice(0, 32) || null }
  }
  if (type === 'revoke' && revoke) return { wamid: revoke.original_message_id, deles: true, apagada_em: em }
  if (type !== 'edit' || !edit) return null
  const conteudo = conteudoDe({ id: edit.original_message_id, timestamp, ...edit.message }).conteudo
  return { wamid: edit.original_message_id, deles: true, conteudo, editada_em: em }
}
