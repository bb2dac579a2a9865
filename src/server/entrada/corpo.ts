/** Meta nests some ten levels. */
const PROFUNDIDADE_MAXIMA = 64

/** A webhook's body as it can be stored; undefined when it is no JSON, or nests without end, which nothing of Meta's does. */
export function lerWebhook(corpo: string): unknown {
  let bruto: unknown
  try {
    bruto = JSON.parse(corpo)
  } catch {
    return undefined // not JSON: the schema refuses it
  }
  if (aninhadoDemais(bruto)) return undefined
  return COM_RESSALVA.test(corpo) ? gravavel(bruto) : bruto
}

/** Only written so can NUL, or half of a pair, be in JSON at all: what has neither need not be copied. */
const COM_RESSALVA = /\\u(?:0000|d[89a-f])/i

/** Level by level, so that depth is an answer and never a stack that overflows. */
function aninhadoDemais(bruto: unknown): boolean {
  let nivel = [bruto]
  for (let fundo = 0; nivel.length > 0; fundo += 1) {
    if (fundo > PROFUNDIDADE_MAXIMA) return true
    nivel = nivel.flatMap((valor) => (typeof valor === 'object' && valor !== null ? Object.values(valor) : []))
  }
  return false
}

/** Neither text nor jsonb takes NUL or half of a surrogate pair. */
function gravavel(valor: unknown): unknown {
  if (typeof valor === 'string') return valor.replaceAll('\u0000', '').toWellFormed()
  if (Array.isArray(valor)) return valor.map(gravavel)
  if (valor === null || typeof valor !== 'object') return valor
  return Object.fromEntries(Object.entries(valor).map(([nome, parte]) => [gravavel(nome) as string, gravavel(parte)]))
}
