import { z } from 'zod'

/** Of a list: what is looked for in it, and how much of it is wanted. */
export const Busca = z.object({
  busca: z.string().max(100).default(''),
  limite: z.coerce.number().int().min(1).max(500).default(60),
})

/** Without the members that were not given, which a schema leaves there as `undefined`. */
export const semVazios = <T extends object>(objeto: T) =>
  Object.fromEntries(Object.entries(objeto).filter(([, valor]) => valor !== undefined))
