import type { MensagemRecebida } from '#contract/webhooks-meta.ts'
import { respostaDoToque } from '#domain/pessoa.ts'
import { confirmarPeloToque } from '#server/clientes/pessoa-confirmada.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { conteudoDe } from './conteudo.ts'
import type { Destino } from './destino.queries.ts'
import { ouvirNaoSouEu } from './nao-sou-eu.actions.ts'
import type { Recebida, Toque } from './recebida.ts'

/** A tap on one of the buttons of the question whose the phone is; null when the message is none. */
export function toqueDe(mensagem: MensagemRecebida, { clienteId, perguntouDe }: Destino): Toque | null {
  if (perguntouDe === null) return null
  const { tipo, conteudo } = conteudoDe(mensagem)
  const resposta = tipo === 'botao' ? respostaDoToque(conteudo) : null
  // A tap about a customer who left this phone, or was denied on it, changes nothing.
  return resposta && { resposta, clienteId: clienteId === perguntouDe ? perguntouDe : null }
}

/** Does it say that the phone is somebody else's? Then an operator is called, and the tap is shown as unread. */
export const negaAlguem = ({ resposta, clienteId }: Toque): boolean => resposta === 'nao' && clienteId !== null

/** Taps are no replies: each says whose the phone is, and that is all. Gives the customers who were denied. */
export async function ouvirToques(trx: Trx, recebidas: readonly Recebida[], agora: Date): Promise<number[]> {
  const negados: number[] = []
  for (const { toque, contato } of recebidas) {
    if (!toque || toque.clienteId === null) continue
    const quem = { clienteId: toque.clienteId, contatoId: contato.id }
    if (toque.resposta === 'sim') {
      await confirmarPeloToque(trx, quem, agora)
      continue
    }
    await ouvirNaoSouEu(trx, { ...quem, agora })
    negados.push(toque.clienteId)
  }
  return negados
}
