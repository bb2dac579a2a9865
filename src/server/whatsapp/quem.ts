import type { ContatoMeta, MensagemRecebida } from '#contract/webhooks-meta.ts'
import { canonico, ehBsuid, telefoneDoWhatsapp } from '#domain/telefone.ts'
import type { Remetente } from '#server/mensagens/remetente.actions.ts'

/** Whom Meta means by this value: a phone in any format, or a person's id in a phone's place. */
export function pessoaDita(telefone: string | undefined, bsuid: string | undefined): Remetente {
  if (telefone === undefined) return { telefone: null, bsuid: bsuid ?? null }
  const digitos = telefoneDoWhatsapp(telefone)
  return { telefone: digitos, bsuid: bsuid ?? (digitos === null && ehBsuid(telefone) ? telefone : null) }
}

/**
 * Who wrote a message, with Meta's data about them; null when it does not say. The list of contacts is matched by phone or id;
 * for a message without sender it is used only if it has a single person.
 */
export function quemEscreveu(
  mensagem: MensagemRecebida,
  contatos: readonly ContatoMeta[],
): (Remetente & { contato: ContatoMeta | undefined }) | null {
  const dito = pessoaDita(mensagem.from, mensagem.from_user_id)
  const ninguem = dito.telefone === null && dito.bsuid === null
  const contato = ninguem && contatos.length === 1 ? contatos[0] : contatos.find((um) => mesmaPessoa(dito, um))
  const doContato = pessoaDita(contato?.wa_id, contato?.user_id)
  const telefone = dito.telefone ?? doContato.telefone ?? telefonePedido(mensagem)
  const bsuid = dito.bsuid ?? doContato.bsuid
  return telefone === null && bsuid === null ? null : { telefone, bsuid, contato }
}

function mesmaPessoa(dito: Remetente, { wa_id, user_id }: ContatoMeta): boolean {
  const contato = pessoaDita(wa_id, user_id)
  if (dito.bsuid !== null && dito.bsuid === contato.bsuid) return true
  return dito.telefone !== null && contato.telefone !== null && canonico(dito.telefone) === canonico(contato.telefone)
}

/** A person who hides the number and was asked for it answers with their own contact card. */
function telefonePedido({ contacts }: MensagemRecebida): string | null {
  const pedido = contacts.find(({ origin }) => origin === 'contact_request')
  const dito = pedido?.phones.find(({ wa_id }) => wa_id)?.wa_id
  return dito === undefined ? null : telefoneDoWhatsapp(dito)
}
