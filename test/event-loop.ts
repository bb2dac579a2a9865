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

/** No work of the server's own may take so long in one turn of the event loop, on any machine: the figures themselves are measured, not asserted. */
export const PARADA_DEMAIS_MS = 300
/** A delay of any cause: only a loop that hangs is so late, also on a machine with much else to do. */
export const ATRASO_DEMAIS_MS = 10_000
