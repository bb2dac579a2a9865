/** The WhatsApp account in force, as Meta's ids name it; null: not set. */
export interface ContaEmVigor {
  businessAccountId: string | null
  phoneNumberId: string | null
  /** Numbers that were ours before: people still write to them, and Meta still tells of what they sent. */
  numerosAnteriores: readonly string[]
}

/** Whose a webhook's change says it is: `entry.id` and `metadata.phone_number_id`; null: it does not say. */
export interface DonoDito {
  conta: string | null
  numero: string | null
}

/**
 * What a change is about: a `conversa` (messages, statuses, preferences and ids of people), the `numero` (its errors), or
 * the `conta` (templates, quality, limits, bans, and whatever is yet unknown).
 */
export type Alcance = 'conversa' | 'numero' | 'conta'

/**
 * Is this change about us? One Meta application may receive events of many accounts, and an account may have numbers
 * that other systems use. A conversation is ours by its number, current or previous; a number's error only by the
 * current number; anything else by the account. Without a number the account decides, and a conversation that names
 * neither is taken as ours, so that no reply is lost.
 */
export function ehNosso(alcance: Alcance, { conta, numero }: DonoDito, nossa: ContaEmVigor): boolean {
  if (alcance !== 'conta' && numero !== null)
    return numero === nossa.phoneNumberId || (alcance === 'conversa' && nossa.numerosAnteriores.includes(numero))
  if (alcance === 'conversa' && conta === null) return true
  return conta !== null && conta === nossa.businessAccountId
}

/** Why a change that is not about us has no effect, as an administrator reads it. */
export function porQueNaoENosso(alcance: Alcance, { conta, numero }: DonoDito): string {
  if (alcance !== 'conta' && numero !== null)
    return `É do número ${numero} do WhatsApp, que não é o desta empresa. Foi guardado, e nada mudou.`
  if (conta === null) return 'Não diz de qual conta do WhatsApp é. Foi guardado, e nada mudou.'
  return `É da conta ${conta} do WhatsApp, que não é a desta empresa. Foi guardado, e nada mudou.`
}
