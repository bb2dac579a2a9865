const DEPOIS_MS = 1000

/** The talk and the debts come apart from the list: in its own wave when a customer is open in the address. */
export const trazerPaineis = () => import('./paineis.tsx')

/** Else once the list is drawn and nothing is being done. What does not come is told when a customer is opened. */
export function trazerPaineisDepois() {
  const trazer = () => void trazerPaineis().catch(() => undefined)
  if (!('requestIdleCallback' in window)) {
    const relogio = setTimeout(trazer, DEPOIS_MS)
    return () => clearTimeout(relogio)
  }
  const pedido = requestIdleCallback(trazer, { timeout: DEPOIS_MS })
  return () => cancelIdleCallback(pedido)
}
