/** The time one node needs to answer one browser's refetch, with room to spare. */
const POR_NAVEGADOR_MS = 30
const AGRUPAR_MS = 250

/**
 * Milliseconds that a browser waits before it refetches what an event changed, so that more events may join. Those that
 * concern everyone (`juntos`: how many browsers listen to the same node) get jitter, so that the refetches do not arrive
 * together; those for the signed-in person alone (`juntos` 0) do not. `acaso`: from 0 to 1.
 */
export const refetchDelay = (juntos: number, acaso: number) => AGRUPAR_MS + acaso * juntos * POR_NAVEGADOR_MS
