import { palavraDe } from '#domain/conversa.ts'
import { DA_REGUA } from '#domain/mensagem.ts'
import { receberResposta } from '#server/clientes/automaticas.actions.ts'
import { contarNaoLidas } from '#server/clientes/nao-lidas.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { anunciar, cancelarNaFila } from '#server/saida/saida.actions.ts'
import { quemRespondem } from './destino.queries.ts'

/**
 * Messages stored while the sender was unknown join the conversation now that the customer is known. `desde`: earlier
 * ones are of whoever had the phone before. Gives their words.
 */
export async function adotarMensagens(
  trx: Trx,
  contatoId: number,
  clienteId: number,
  desde: Date | null = null,
): Promise<string[]> {
  const adotadas = await trx
    .updateTable('mensagem')
    .set({ cliente_id: clienteId, nao_lida: true })
    .where('contato_id', '=', contatoId)
    .where('cliente_id', 'is', null)
    .where('direcao', '=', 'recebida')
    .$if(desde !== null, (consulta) => consulta.where('created_at', '>=', desde!.toISOString()))
    .returning(['id', 'conteudo'])
    .execute()
  await contarNaoLidas(trx, clienteId, adotadas.length)
  await anunciar(
    trx,
    adotadas.map(({ id }) => id),
    'mensagem',
  )
  return adotadas.map(({ conteudo }) => conteudo)
}

/**
 * Somebody who wrote as a stranger turns out to be on this phone: what they wrote is the reply that it was, to the customer last
 * messaged there. The caller has locked everyone on the phone (`clientes`), and the phone.
 */
export async function acolherEstranho(
  trx: Trx,
  { contatoId, clientes, desde = null }: { contatoId: number; clientes: readonly number[]; desde?: Date | null },
  agora: Date,
): Promise<void> {
  const pergunta = { contatoId, clientes, wamidCitado: null, referenciaCitada: null }
  const [destino] = await quemRespondem(trx, [pergunta])
  const clienteId = destino?.clienteId ?? null
  if (clienteId === null) return
  const ditas = await adotarMensagens(trx, contatoId, clienteId, desde)
  // PARAR and VOLTAR say it all: they call nobody.
  if (ditas.every((dita) => palavraDe(dita) !== null)) return
  await receberResposta(trx, clientes, [], agora)
  await cancelarNaFila(trx, { clientes, finalidades: DA_REGUA }, RESPONDEU)
}

export const RESPONDEU = { codigo: 'respondeu', mensagem: 'O cliente respondeu antes do envio.' }
