import { createHmac, timingSafeEqual } from 'node:crypto'

const FORMA = /^sha256=([0-9a-f]{64})$/i

/** The `X-Hub-Signature-256` of these bytes, as Meta writes it. */
export const assinar = (segredo: string, corpo: Buffer | string): string =>
  `sha256=${createHmac('sha256', segredo).update(corpo).digest('hex')}`

/**
 * Whether Meta wrote these bytes. Over the raw body always: parsing and writing it again changes
 * how letters are escaped, and then nothing would match. Takes the same time whatever differs.
 */
export function assinaturaValida(segredo: string, corpoBruto: Buffer, cabecalho: unknown): boolean {
  const recebida = typeof cabecalho === 'string' ? FORMA.exec(cabecalho)?.[1] : undefined
  if (!recebida || segredo === '') return false
  return timingSafeEqual(Buffer.from(assinar(segredo, corpoBruto)), Buffer.from(`sha256=${recebida.toLowerCase()}`))
}
