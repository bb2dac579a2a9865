import pg from 'pg'

const OID = {
  int8: 20,
  date: 1082,
  numeric: 1700,
  timestamptz: 1184,
  int8Array: 1016,
  dateArray: 1182,
  numericArray: 1231,
  timestamptzArray: 1185,
} as const

const OID_TEXT_ARRAY: number = 1009

const TEXTO_PARA_VALOR = new Map<number, (texto: string) => unknown>([
  [OID.int8, numero],
  [OID.numeric, numero],
  [OID.date, String],
  [OID.timestamptz, instante],
  [OID.int8Array, lista(numero)],
  [OID.numericArray, lista(numero)],
  [OID.dateArray, lista(String)],
  [OID.timestamptzArray, lista(instante)],
])

/**
 * What PostgreSQL says, as the rest of the program speaks it: bigint and numeric (a sum of bigint is one) are numbers,
 * a date is its text, a timestamptz is ISO text in UTC with milliseconds.
 */
export const tiposPg: pg.CustomTypesConfig = {
  // biome-ignore lint/suspicious/noExplicitAny: the signature that pg gives to its type parsers
  getTypeParser(oid: number, formato?: 'text' | 'binary'): any {
    const nosso = formato === 'binary' ? undefined : TEXTO_PARA_VALOR.get(oid)
    return nosso ?? pg.types.getTypeParser(oid, formato)
  },
}

/** A number that would lose digits is refused: a silently rounded sum of cents is worse than an error. */
function numero(texto: string): number {
  const valor = Number(texto)
  if (Number.isInteger(valor) && !Number.isSafeInteger(valor)) {
    throw new RangeError(`O número ${texto} não cabe com exatidão em um número de JavaScript.`)
  }
  return valor
}

/** `2026-11-21 14:03:05.123456+00` → `2026-11-21T14:03:05.123Z`; `infinity` stays as it is. */
function instante(texto: string): string {
  const partes = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d)(?::?(\d\d))?$/.exec(texto)
  if (!partes) return texto
  const [, dia, hora, fracao = '', fuso, minutos = '00'] = partes
  const local = `${dia}T${hora}.${fracao.slice(0, 3).padEnd(3, '0')}`
  return fuso === '+00' && minutos === '00' ? `${local}Z` : new Date(`${local}${fuso}:${minutos}`).toISOString()
}

function lista(item: (texto: string) => unknown) {
  const emTextos: (texto: string) => (string | null)[] = pg.types.getTypeParser(OID_TEXT_ARRAY)
  return (texto: string) => emTextos(texto).map((valor) => (valor === null ? null : item(valor)))
}
