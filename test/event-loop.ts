/** What `medidor.mjs` measured in a running program since the last call. */
export interface MedidaDoLoop {
  /** The longest that the program's own work blocked the event loop, in CPU time. */
  paradaMs: number
  /** The largest delay of the event loop, whatever caused it. */
  atrasoMs: number
  memoriaMib: number
}

/** Options that make a started program serve these figures on this port. */
export const comMedidor = (porta: number): Record<string, string> => ({
  MEDIDOR_PORTA: String(porta),
  NODE_OPTIONS: `--import=${new URL('./medidor.mjs', import.meta.url)}`,
})

export const medirLoop = async (porta: number): Promise<MedidaDoLoop> =>
  (await (await fetch(`http://127.0.0.1:${porta}`, { headers: { connection: 'close' } })).json()) as MedidaDoLoop
