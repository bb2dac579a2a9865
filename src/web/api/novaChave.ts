/** A new `Idempotency-Key`; also on plain http, where `crypto.randomUUID` does not exist. */
export const novaChave = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
