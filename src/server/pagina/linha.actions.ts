import type { MotivoFila } from '#domain/cliente.ts'
import { DA_REGUA } from '#domain/mensagem.ts'
import { agirNaPagina } from '#server/clientes/automaticas.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { anunciar, cancelarNaFila } from '#server/saida/saida.actions.ts'
import type { LinkAberto } from './porta.actions.ts'

/** The line that an act leaves in the conversation: the customer's, to be read; it opens no window and is no reply in any figure. */
export async function escreverLinha(trx: Trx, link: LinkAberto, conteudo: string, agora: Date): Promise<void> {
  const { id } = await trx
    .insertInto('mensagem')
    .values({
      cliente_id: link.clienteId,
      contato_id: link.contatoId,
      direcao: 'recebida',
      tipo: 'pagina',
      conteudo,
      status: 'recebida',
      finalidade: 'recebida',
      nao_lida: true,
      created_at: agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await anunciar(trx, [id], 'mensagem')
}

/** An act, told; with `motivo` a person is called as by a reply, and the engine's messages that wait do not go. */
export async function contarAAcao(
  trx: Trx,
  link: LinkAberto,
  { conteudo, motivo = null }: { conteudo: string; motivo?: Extract<MotivoFila, 'contestou' | 'pediu_pessoa'> | null },
  agora: Date,
): Promise<void> {
  await agirNaPagina(trx, link.clienteId, motivo, agora)
  if (motivo) await cancelarNaFila(trx, { clientes: [link.clienteId], finalidades: DA_REGUA }, RESPONDEU)
  await escreverLinha(trx, link, conteudo, agora)
}

const RESPONDEU = { codigo: 'respondeu', mensagem: 'O cliente respondeu pela página antes do envio.' }
