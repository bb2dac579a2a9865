/** What a special number does, whatever is sent to it. */
export type Comportamento =
  /** Accepted, then a `failed` status with this code. */
  | { tipo: 'falha'; codigo: number }
  /** Refused in the answer with this code. */
  | { tipo: 'recusa'; codigo: number }
  /** Not accepted, and the connection is cut. */
  | { tipo: 'corta' }
  /** Accepted and delivered, but the answer never comes. */
  | { tipo: 'emudece' }

/**
 * Numbers `+55 DD 90000-00XX`, in any area, misbehave in a known way, so that a demonstration or a test
 * can provoke it by choosing a phone. No real subscriber has them.
 */
export const NUMEROS_ESPECIAIS: Record<string, Comportamento & { descricao: string }> = {
  '00000016': { tipo: 'recusa', codigo: 131016, descricao: 'serviço indisponível' },
  '00000026': { tipo: 'falha', codigo: 131026, descricao: 'não está no WhatsApp' },
  '00000029': { tipo: 'recusa', codigo: 130429, descricao: 'limite de mensagens por segundo' },
  '00000042': { tipo: 'falha', codigo: 131042, descricao: 'problema de pagamento da conta' },
  '00000047': { tipo: 'falha', codigo: 131047, descricao: 'janela de 24 horas fechada' },
  '00000048': { tipo: 'falha', codigo: 131048, descricao: 'número limitado por denúncias' },
  '00000049': { tipo: 'falha', codigo: 131049, descricao: 'limite de mensagens do cliente' },
  '00000050': { tipo: 'falha', codigo: 131050, descricao: 'não quer marketing' },
  '00000053': { tipo: 'falha', codigo: 131053, descricao: 'arquivo que a Meta não conseguiu abrir' },
  '00000056': { tipo: 'recusa', codigo: 131056, descricao: 'mensagens demais para o mesmo cliente' },
  '00000072': { tipo: 'falha', codigo: 130472, descricao: 'em experimento da Meta' },
  '00000090': { tipo: 'recusa', codigo: 131009, descricao: 'telefone recusado' },
  '00000091': { tipo: 'recusa', codigo: 131000, descricao: 'erro desconhecido da Meta' },
  '00000092': { tipo: 'falha', codigo: 131000, descricao: 'erro desconhecido depois de aceita' },
  '00000097': { tipo: 'corta', descricao: 'conexão cortada antes de aceitar' },
  '00000098': { tipo: 'emudece', descricao: 'aceita e não responde' },
}

/** Of a phone in E.164, ninth digit included: a landline, (11) 2511-1960, is not on WhatsApp unless its phone says otherwise; the mobile (11) 92511-1960 is. */
export function comportamentoDe(telefone: string): Comportamento | null {
  const especial = NUMEROS_ESPECIAIS[telefone.slice(-8)]
  if (especial) return especial
  return /^\+55\d{2}[2-5]\d{7}$/.test(telefone) ? { tipo: 'falha', codigo: 131026 } : null
}
