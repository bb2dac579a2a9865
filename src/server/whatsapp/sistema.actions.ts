import { canonico } from '#domain/telefone.ts'
import { clientesDosContatos } from '#server/clientes/destinatario.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Chegada } from '#server/mensagens/receber.actions.ts'
import { procurarContatos } from '#server/mensagens/remetente.actions.ts'

/**
 * WhatsApp itself speaks of a person: a new number, a new id. No reply. The register is not changed by itself:
 * the log of each customer says that a person should confirm the new phone.
 */
export async function aplicarSistema(trx: Trx, { mensagem, telefone, bsuid }: Chegada, agora: Date) {
  const contatos = await procurarContatos(trx, telefone && canonico(telefone), bsuid)
  const [contatoId] = contatos
  if (contatoId === undefined) return
  if (mensagem.system?.type === 'user_changed_user_id' && mensagem.system.user_id) {
    await trx.updateTable('contato').set({ bsuid: mensagem.system.user_id }).where('id', '=', contatoId).execute()
    return
  }
  if (mensagem.system?.type !== 'user_changed_number') return
  const clientes = await clientesDosContatos(trx, contatos)
  await registrar(
    trx,
    ...clientes.map((id) => ({
      agora,
      nivel: 'aviso' as const,
      acao: 'cliente.trocou_numero',
      descricao: `O WhatsApp avisou que {cliente:${id}} trocou de número. Confirme o telefone novo e corrija o cadastro.`,
      entidade: 'cliente',
      entidadeId: id,
    })),
  )
}
