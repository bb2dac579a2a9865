import { setTimeout as pausar } from 'node:timers/promises'

const PRAZO_MS = 60_000

/** What another process does cannot be awaited: it is looked at until it is so, and not for ever. */
export async function esperarAte(oQue: string, assim: () => boolean | Promise<boolean>, cadaMs = 20): Promise<void> {
  const limite = performance.now() + PRAZO_MS
  while (!(await assim())) {
    if (performance.now() > limite) throw new Error(`in ${PRAZO_MS / 1_000} s it did not come to be that ${oQue}`)
    await pausar(cadaMs)
  }
}
