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

/** CPU time of the yardstick on the machine of `docs/medidas.md`, with a core of its own. */
const REGUA_MS = 12
const VEZES_DA_REGUA = 40

function medirRegua(): number {
  const antes = process.threadCpuUsage()
  const linhas = Array.from({ length: 20_000 }, (_, i) => ({ nome: `x${i}`, valor: i }))
  JSON.parse(JSON.stringify(linhas))
  const { user, system } = process.threadCpuUsage(antes)
  return (user + system) / 1e3
}

/** How many times as much CPU time as it should the same work takes here now, at its worst: of a maximum, since `paradaMs` is one. */
export const lentidao = (): number =>
  Math.max(1, Math.max(...Array.from({ length: VEZES_DA_REGUA }, medirRegua)) / REGUA_MS)
