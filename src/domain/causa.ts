/**
 * Where a change comes from: the hand of somebody signed in; the system by itself (the clock, the engine, what WhatsApp
 * tells); what a bank or a payment provider says was paid; the customer, on their own page; or another program of the
 * company, by its token.
 */
export const ORIGENS_DA_CAUSA = ['usuario', 'sistema', 'conciliacao', 'pagina', 'integracao'] as const
export type OrigemDaCausa = (typeof ORIGENS_DA_CAUSA)[number]

/** The end of a log sentence, for changes that no operator made by hand: says the channel, never a name. */
export const POR_ONDE: Record<Exclude<OrigemDaCausa, 'usuario'>, string> = {
  sistema: 'pelo sistema',
  conciliacao: 'pela conciliação com o banco',
  pagina: 'pela página do cliente',
  integracao: 'pela integração',
}

/** A signed-in user acting on a customer by hand. Whoever receives it must check what the user may see and change. */
export interface Autor {
  origem: 'usuario'
  agora: Date
  usuarioId: number
  ip?: string | null
}

/**
 * No operator acted by hand. `usuarioId`: the signed-in user on whose behalf it happened, such as whoever matches the
 * bank's movements, or the user of the program whose token it was.
 */
interface SemOperador {
  origem: Exclude<OrigemDaCausa, 'usuario'>
  agora: Date
  usuarioId?: number | null
  ip?: string | null
}

/** Who or what makes a change happen, and when. */
export type Causa = Autor | SemOperador

export const peloUsuario = (usuarioId: number, ip: string | null, agora: Date): Autor => ({
  origem: 'usuario',
  agora,
  usuarioId,
  ip,
})

/** `usuarioId`: the user of the program whose token it was. */
export const pelaIntegracao = (usuarioId: number, ip: string | null, agora: Date): Causa => ({
  origem: 'integracao',
  agora,
  usuarioId,
  ip,
})

export const peloSistema = (agora: Date): Causa => ({ origem: 'sistema', agora })
