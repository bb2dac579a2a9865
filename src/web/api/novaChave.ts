/** A new key for `Idempotency-Key`; also on plain http, where randomUUID is not to be had. */
export const novaChave = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
