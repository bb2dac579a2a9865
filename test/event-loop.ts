/** What `medidor.mjs` tells of a running program since it was last asked. */
export interface MedidaDoLoop {
  /** The longest that its own work stopped the event loop, in processor time. */
  paradaMs: number
  /** The latest the loop was, whatever else the machine did. */
  atrasoMs: number
  memoriaMib: number
}

/** Makes a program started with it answer with these figures on this port. */
export const comMedidor = (porta: number): Record<string, string> => ({
  MEDIDOR_PORTA: String(porta),
  NODE_OPTIONS: `--import=${new URL('./medidor.mjs', import.meta.url)}`,
})

export const medirLoop = async (porta: number): Promise<MedidaDoLoop> =>
  (await (await fetch(`http://127.0.0.1:${porta}`, { headers: { connection: 'close' } })).json()) as MedidaDoLoop
