import { palavraVence } from '#domain/conversa.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { zerarChamadas } from '#server/clientes/automaticas.actions.ts'
import { clientesDosContatos } from '#server/clientes/destinatario.queries.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { type Registro, registrar } from '#server/logs/logs.actions.ts'
import { cancelarNaFila, enfileirar } from '#server/saida/saida.actions.ts'
import type { Recebida } from './recebida.ts'

/** PARAR and VOLTAR: by Meta's timestamp the latest wins. A person is not called: the word says it all. */
export async function ouvirPalavra(trx: Trx, palavra: 'parar' | 'voltar', recebida: Recebida, agora: Date) {
  const { contato, clienteId, clientes, em } = recebida
  await zerarChamadas(trx, clientes, agora)
  if (!palavraVence({ palavra, em: em.toISOString() }, contato.palavra_em)) return
  const aceita = palavra === 'voltar'
  const aceitava = contato.aceita_mensagens
  await trx
    .updateTable('contato')
    .set({ aceita_mensagens: aceita, palavra_em: em })
    .$if(aceita, (consulta) => consulta.set({ consentimento_origem: 'escreveu VOLTAR', consentimento_em: em }))
    .where('id', '=', contato.id)
    .execute()
  Object.assign(contato, { aceita_mensagens: aceita, palavra_em: em.toISOString() })
  if (aceita === aceitava) return
  await registrar(trx, ...clientes.map((id) => registroDaPalavra(id, aceita, agora)))
  if (aceita) return
  await cancelarNaFila(trx, { clientes }, RECUSOU)
  if (clienteId !== null) await confirmarSaida(trx, clienteId, contato.id, agora)
}

/**
 * An opt-out from outside a conversation: nobody on that phone gets messages any more. The caller has locked the
 * customers. False: they got none already.
 */
export async function recusarMensagens(trx: Trx, contatoId: number, agora: Date): Promise<boolean> {
  const clientes = await clientesDosContatos(trx, [contatoId])
  const { numUpdatedRows } = await trx
    .updateTable('contato')
    .set({ aceita_mensagens: false, palavra_em: agora })
    .where('id', '=', contatoId)
    .where('aceita_mensagens', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await registrar(trx, ...clientes.map((id) => registroDaPalavra(id, false, agora)))
  await cancelarNaFila(trx, { clientes }, RECUSOU)
  return true
}

const RECUSOU = { codigo: 'nao_aceita_mensagens', mensagem: 'O cliente pediu para não receber mensagens.' }

const registroDaPalavra = (id: number, aceita: boolean, agora: Date): Registro => ({
  agora,
  acao: aceita ? 'cliente.aceitar_mensagens' : 'cliente.recusar_mensagens',
  descricao: aceita
    ? frase`${oCliente(id)} escreveu VOLTAR e aceita mensagens de novo.`
    : frase`${oCliente(id)} pediu para não receber mais mensagens.`,
  entidade: 'cliente',
  entidadeId: id,
})

async function confirmarSaida(trx: Trx, clienteId: number, contatoId: number, agora: Date) {
  const { empresa } = await lerEmpresa(trx)
  const conteudo = `Pronto: você não vai mais receber mensagens da ${empresa} por aqui. Se mudar de ideia, escreva VOLTAR.`
  const saida = { clienteId, contatoId, finalidade: 'opt_out', tipo: 'texto', conteudo, automatica: true } as const
  await enfileirar(trx, saida, agora)
}
