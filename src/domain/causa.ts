/**
 * Where a change comes from: the hand of somebody signed in; the system by itself (the clock, the engine, what WhatsApp
 * tells); what a bank or a payment provider says was paid; the customer, on their own page; or another program of the
 * company, by its token.
 */
export const ORIGENS_DA_CAUSA = ['usuario', 'sistema', 'conciliacao', 'pagina', 'integracao'] as const
export type OrigemDaCausa = (typeof ORIGENS_DA_CAUSA)[number]

/** Through what it came, when no operator's hand did it: ends the sentence of the log, where nobody's name may stand. */
export const POR_ONDE: Record<Exclude<OrigemDaCausa, 'usuario'>, string> = {
  sistema: 'pelo sistema',
  conciliacao: 'pela conciliação com o banco',
  pagina: 'pela página do cliente',
  integracao: 'pela integração',
}

/** Somebody signed in who acts on a customer by hand: what they may see and touch is looked at by whoever takes it. */
export interface Autor {
  origem: 'usuario'
  agora: Date
  usuarioId: number
  ip?: string | null
}

/**
 * No operator's hand. `usuarioId`: who is signed in and let it happen, such as whoever matches the bank's movements, or the
 * program whose token it was.
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

export const pelaIntegracao = (usuarioId: number, ip: string | null, agora: Date): Causa => ({
  origem: 'integracao',
  agora,
  usuarioId,
  ip,
})

export const peloSistema = (agora: Date): Causa => ({ origem: 'sistema', agora })
