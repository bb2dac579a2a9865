import type { z } from 'zod'
import { RecusaGraph } from './erros.ts'

/** Reads a request's body; what is wrong with it is said with Meta's codes: missing, too long, or not valid. */
export function lerCorpo<T extends z.ZodType>(forma: T, corpo: unknown): z.output<T> {
  const lido = forma.safeParse(corpo ?? {})
  if (lido.success) return lido.data
  const falha = lido.error.issues[0]!
  const onde = falha.path.join('.') || 'body'
  if (falha.code === 'unrecognized_keys')
    throw new RecusaGraph(100, { detalhe: `Unexpected key "${falha.keys[0]}" on param "${onde}".` })
  const recebido = falha.path.reduce<unknown>((valor, parte) => (valor as Record<PropertyKey, unknown>)?.[parte], corpo)
  if (recebido === undefined) throw new RecusaGraph(131008, { detalhe: `The parameter ${onde} is required.` })
  if (falha.code === 'too_big') {
    throw new RecusaGraph(100, { detalhe: `Invalid parameter: '${onde}' is too long (max ${falha.maximum}).` })
  }
  throw new RecusaGraph(131009, { detalhe: `The parameter ${onde} is not valid.` })
}
