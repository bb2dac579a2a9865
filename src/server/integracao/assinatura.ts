import { createHmac, randomBytes } from 'node:crypto'

const PREFIXO = 'whsec_'

/** A secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export const novoSegredo = (): string => `${PREFIXO}${randomBytes(32).toString('base64')}`

/**
 * The headers of Standard Webhooks (standardwebhooks.com): the id is the same at each try of one event; the instant, in seconds,
 * is of this try, so that an old one played back is known; signed over both and the body.
 */
export function cabecalhosAssinados(segredo: string, id: string, corpo: string, agora: Date): Record<string, string> {
  const instante = String(Math.floor(agora.getTime() / 1000))
  const chave = Buffer.from(segredo.slice(PREFIXO.length), 'base64')
  const assinatura = createHmac('sha256', chave).update(`${id}.${instante}.${corpo}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': instante, 'webhook-signature': `v1,${assinatura}` }
}
