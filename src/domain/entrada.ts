/** The systems outside that tell us of things that happened, by webhook. */
export const ORIGENS_DE_EVENTO = ['whatsapp', 'pix'] as const
export type OrigemDeEvento = (typeof ORIGENS_DE_EVENTO)[number]

/** Why a webhook is refused at the door: forged, not to be read, or older than anything is remembered. */
export const RECUSAS_DE_WEBHOOK = ['assinatura', 'ilegivel', 'antigo'] as const
export type RecusaDeWebhook = (typeof RECUSAS_DE_WEBHOOK)[number]

/** What WhatsApp tells of. */
export const TIPOS_DE_EVENTO = ['mensagem', 'status', 'modelo', 'conta', 'usuario', 'outro'] as const
export type TipoDeEvento = (typeof TIPOS_DE_EVENTO)[number]

/** Tries before an event that fails is set aside. */
const TENTATIVAS = 5
/** No retry is further ahead than this. */
export const MAIOR_PAUSA_S = 300

/** The pause before the next try of an event that failed so often, in seconds: 1, 2, 4 and 8; null: it is set aside. */
export const pausaDaFalha = (tentativas: number): number | null =>
  tentativas >= TENTATIVAS ? null : 2 ** (tentativas - 1)

/**
 * The pause in seconds while a system that must be asked does not answer: as long as the event has waited, at most five
 * minutes; it is never set aside.
 */
export const pausaDaEspera = (recebidoEm: Date, agora: Date): number =>
  Math.min(MAIOR_PAUSA_S, Math.max(1, (agora.getTime() - recebidoEm.getTime()) / 1000))
