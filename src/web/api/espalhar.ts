/** What it takes a node to answer what one browser asks again, with room to spare. */
const POR_NAVEGADOR_MS = 30
const AGRUPAR_MS = 250

/**
 * How long a browser waits, in milliseconds, before it asks again what an event says has changed: what concerns whoever is signed in
 * (`juntos` 0) but for a moment, in which more may come; what as many hear as listen to the same node, one browser after
 * the other, so that none finds it busy with the others. `acaso`: from 0 to 1.
 */
export const esperaDe = (juntos: number, acaso: number) => AGRUPAR_MS + acaso * juntos * POR_NAVEGADOR_MS
