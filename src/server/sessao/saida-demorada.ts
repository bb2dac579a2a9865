import { pipeline, type Readable, Transform } from 'node:stream'
import type { Servicos } from '#server/servicos.ts'

/** How long what is being sent goes on after the session of who asked ended. */
const OLHAR_CADA_MS = 5_000

/** A spreadsheet may be read slowly, for hours, and tells what is true then: it is sent for as long as who asked still may ask. */
export function enquantoPuder(fluxo: Readable, exigir: () => Promise<void>, relogio: Servicos['relogio']): Readable {
  const agora = () => relogio.agora().getTime()
  let visto = agora()
  const vigia = new Transform({
    transform(pedaco, _, seguir) {
      if (Math.abs(agora() - visto) < OLHAR_CADA_MS) return seguir(null, pedaco)
      visto = agora()
      exigir().then(() => seguir(null, pedaco), seguir)
    },
  })
  return pipeline(fluxo, vigia, () => undefined)
}
