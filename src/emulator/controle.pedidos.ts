import { z } from 'zod'

/** The search and the limit of a list. */
export const Busca = z.object({
  busca: z.string().max(100).default(''),
  limite: z.coerce.number().int().min(1).max(500).default(60),
})

/** Without the members that were not given, which a schema leaves there as `undefined`. */
export const semVazios = <T extends object>(objeto: T) =>
  Object.fromEntries(Object.entries(objeto).filter(([, valor]) => valor !== undefined))
