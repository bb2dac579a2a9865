import { type MedidaDeJson, passaDaMedida } from '#server/http/json-medido.ts'

/** Meta nests some ten levels, and puts up to 1,000 updates of some twenty values each in one body. Nobody else sends more. */
const MAIOR_MEDIDA: MedidaDeJson = { niveis: 64, valores: 50_000 }

/** More than any webhook holds: it is not read, and kept as the text that it is. */
export const corpoDemais = (corpo: string): boolean => passaDaMedida(corpo, MAIOR_MEDIDA)

/** A webhook's body as it can be stored; undefined when it is no JSON, or holds more than any webhook does. */
export function lerWebhook(corpo: string): unknown {
  if (corpoDemais(corpo)) return undefined
  let bruto: unknown
  try {
    bruto = JSON.parse(corpo)
  } catch {
    return undefined // not JSON: the schema refuses it
  }
  return COM_RESSALVA.test(corpo) ? gravavel(bruto) : bruto
}

/** NUL and lone surrogates can occur in JSON only as escapes: without these nothing needs to be copied. */
const COM_RESSALVA = /\\u(?:0000|d[89a-f])/i

/** Neither text nor jsonb takes NUL or half of a surrogate pair. */
export function gravavel(valor: unknown): unknown {
  if (typeof valor === 'string') return valor.replaceAll('\u0000', '').toWellFormed()
  if (Array.isArray(valor)) return valor.map(gravavel)
  if (valor === null || typeof valor !== 'object') return valor
  return Object.fromEntries(Object.entries(valor).map(([nome, parte]) => [gravavel(nome) as string, gravavel(parte)]))
}
