import { despachante } from '#server/despacho/despachante.jobs.ts'
import type { World } from './world.ts'

/** Empties the outbox once, like one turn of the dispatcher. */
export const despachar = ({ servicos }: World, sinal = new AbortController().signal) =>
  despachante(servicos).executar(sinal)
