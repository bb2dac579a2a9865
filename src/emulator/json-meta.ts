/**
 * JSON as Meta writes and signs it: nothing beyond ASCII, and slashes escaped. A signature verified over re-serialised JSON
 * fails here, not in production.
 */
export const jsonMeta = (valor: unknown): string =>
  JSON.stringify(valor).replace(/[\u007f-\uffff/]/g, (letra) =>
    letra === '/' ? '\\/' : `\\u${letra.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
