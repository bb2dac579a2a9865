import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

/**
 * Validates with zod. In a POST, `null` in an optional field counts as absent, because programs write missing values so; if all
 * fields are optional, so is the body. In a change `null` is kept: it may mean to clear the field.
 */
export const validar: FastifySchemaCompiler<z.ZodType> = (rota) => {
  const conferir = validatorCompiler(rota)
  if (rota.httpPart !== 'body' || rota.method?.toUpperCase() !== 'POST') return conferir
  const { dispensaveis, semNada } = dispensasDe(rota.schema)
  if (dispensaveis.length === 0) return conferir
  return (corpo: unknown) => conferir(semNulos(corpo ?? semNada, dispensaveis))
}

/** Worked out once for a schema, whichever applications use it. */
const DISPENSAS = new WeakMap<z.ZodType, Dispensas>()
interface Dispensas {
  dispensaveis: readonly string[]
  semNada: object | null
}

function dispensasDe(esquema: z.ZodType): Dispensas {
  const sabidas = DISPENSAS.get(esquema)
  if (sabidas) return sabidas
  const dispensaveis = camposDispensaveis(esquema)
  const novas = { dispensaveis, semNada: esquema.safeParse({}).success ? {} : null }
  DISPENSAS.set(esquema, novas)
  return novas
}

/** The fields that may be left out, and to which `null` means nothing. */
function camposDispensaveis(esquema: z.ZodType): string[] {
  if (esquema instanceof z.ZodOptional || esquema instanceof z.ZodNullable)
    return camposDispensaveis(esquema.unwrap() as z.ZodType)
  if (!(esquema instanceof z.ZodObject)) return []
  return Object.entries(esquema.shape as Record<string, z.ZodType>).flatMap(([nome, campo]) =>
    campo.safeParse(undefined).success && !campo.safeParse(null).success ? [nome] : [],
  )
}

function semNulos(corpo: unknown, dispensaveis: readonly string[]): unknown {
  if (typeof corpo !== 'object' || corpo === null || Array.isArray(corpo)) return corpo
  return Object.fromEntries(
    Object.entries(corpo).filter(([nome, valor]) => valor !== null || !dispensaveis.includes(nome)),
  )
}
