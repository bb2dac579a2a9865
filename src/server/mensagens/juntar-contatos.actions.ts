import type { Linha, Trx } from '#server/db/schema.ts'

/**
 * The person known only by BSUID turns out to have this phone: merges both into one contact, with the later opt-out word. Returns
 * whether the other one was deleted.
 */
export async function juntar(trx: Trx, principal: Linha<'contato'>, outro: Linha<'contato'>): Promise<boolean> {
  if (outro.canonico !== null) {
    // Another phone had this BSUID: the person changed numbers, and the phones stay two.
    await trx.updateTable('contato').set({ bsuid: null }).where('id', '=', outro.id).execute()
    outro.bsuid = null
    return false
  }
  await trx.updateTable('mensagem').set({ contato_id: principal.id }).where('contato_id', '=', outro.id).execute()
  await trx
    .updateTable('evento_recebido')
    .set({ contato_id: principal.id })
    .where('contato_id', '=', outro.id)
    .execute()
  await trx.updateTable('cliente').set({ contato_id: principal.id }).where('contato_id', '=', outro.id).execute()
  await trx.deleteFrom('contato').where('id', '=', outro.id).execute()
  const herdado = {
    ...herdar(outro, principal),
    janela_ate: (outro.janela_ate ?? '') > (principal.janela_ate ?? '') ? outro.janela_ate : principal.janela_ate,
  }
  await trx.updateTable('contato').set(herdado).where('id', '=', principal.id).execute()
  Object.assign(principal, herdado)
  return true
}

/**
 * Merges two contacts of one person: the later opt-out word with its consent, or, without a word, the earlier consent.
 * The day's message counts for both.
 */
export function herdar(de: Linha<'contato'>, para: Linha<'contato'>) {
  const maior = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)
  const palavra = (de.palavra_em ?? '') > (para.palavra_em ?? '') ? de : para
  const marketing = (de.marketing_em ?? '') > (para.marketing_em ?? '') ? de : para
  const primeiro = (de.consentimento_em ?? '~') < (para.consentimento_em ?? '~') ? de : para
  const consentimento = palavra.palavra_em === null ? primeiro : palavra
  return {
    consentimento_origem: consentimento.consentimento_origem,
    consentimento_em: consentimento.consentimento_em,
    aceita_mensagens: palavra.aceita_mensagens,
    palavra_em: palavra.palavra_em,
    aceita_marketing: marketing.aceita_marketing,
    marketing_em: marketing.marketing_em,
    ultimo_modelo_dia: maior(de.ultimo_modelo_dia, para.ultimo_modelo_dia),
    ultima_cobranca_dia: maior(de.ultima_cobranca_dia, para.ultima_cobranca_dia),
    ultimo_contato_em: maior(de.ultimo_contato_em, para.ultimo_contato_em),
  }
}
