import type { Acaso } from './acaso.ts'

/** The part of JSON Schema that the API description uses. */
export interface Esquema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  items?: Esquema
  properties?: Record<string, Esquema>
  required?: string[]
  anyOf?: Esquema[]
  oneOf?: Esquema[]
}

const TEXTOS = [
  '1',
  '2',
  'ativo',
  'pix',
  'lembrete',
  'tudo',
  'Ana',
  '52998224725',
  '+5511987654321',
  'ana@exemplo.com.br',
  '2026-12-10',
  'Combinado por telefone.',
  'a',
]

/** Values that no client would send. */
export const VENENOS: unknown[] = [
  null,
  true,
  -1,
  0,
  1.005,
  1e308,
  2 ** 53,
  -(2 ** 63),
  2_147_483_648,
  '',
  ' ',
  '0',
  '-1',
  '1e99',
  '99999999999999999999',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202etxt.exe',
  '😀'.repeat(50),
  'x'.repeat(5_000),
  "'; drop table usuario; --",
  '<script>alert(1)</script>',
  '%_\\',
  '../../etc/passwd',
  '{{nome}}{{constructor}}',
  '{cliente:1}',
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
  '-000001-01-01',
  [],
  {},
  [null],
  [1, 'a', {}],
  { $gt: '' },
  { toString: 1, length: -1 },
  'T'.repeat(30_000),
  `${'a'.repeat(20_000)}@`,
  '\u0301'.repeat(10_000),
]

/** A value that the schema mostly accepts. */
export function valorDe(acaso: Acaso, esquema: Esquema = {}, nivel = 0): unknown {
  const opcoes = esquema.anyOf ?? esquema.oneOf
  if (opcoes) return valorDe(acaso, acaso.um(opcoes), nivel)
  if ('const' in esquema) return esquema.const
  if (esquema.enum) return acaso.um(esquema.enum)
  const tipo = Array.isArray(esquema.type) ? acaso.um(esquema.type) : esquema.type
  if (tipo === 'object' && nivel < 8) return objetoDe(acaso, esquema, nivel)
  if (tipo === 'array') return Array.from({ length: acaso.ate(4) }, () => valorDe(acaso, esquema.items, nivel + 1))
  if (tipo === 'integer' || tipo === 'number')
    return (esquema.minimum ?? 0) > -1e6 ? (esquema.minimum ?? 0) + acaso.ate(30) : acaso.ate(30)
  if (tipo === 'boolean') return acaso.chance(0.5)
  if (tipo === 'null') return null
  return textoDe(acaso, esquema)
}

function objetoDe(acaso: Acaso, { properties = {}, required = [] }: Esquema, nivel: number) {
  const campos = Object.entries(properties).filter(([nome]) => required.includes(nome) || acaso.chance(0.6))
  return Object.fromEntries(campos.map(([nome, campo]) => [nome, valorDe(acaso, campo, nivel + 1)]))
}

function textoDe(acaso: Acaso, { format, minLength = 0, pattern }: Esquema): string {
  if (format === 'date' || pattern?.includes('\\d{4}-')) return `2026-1${acaso.ate(3)}-1${acaso.ate(10)}`
  if (format === 'email') return `ana${acaso.ate(50)}@exemplo.com.br`
  if (format === 'uri') return 'https://exemplo.invalid/a'
  return acaso.um(TEXTOS).padEnd(minLength, 'a')
}

/** The text of a body, valid or with a defect. */
export function corpoJson(acaso: Acaso, esquema: Esquema): string {
  const valor = valorDe(acaso, esquema)
  if (acaso.chance(0.25)) return JSON.stringify(valor) ?? ''
  if (acaso.chance(0.75)) return JSON.stringify(mutarValor(acaso, valor)) ?? ''
  return estragarTexto(acaso, JSON.stringify(valor) ?? '{}')
}

/** Changes something inside: another type, a hostile value, too much, an unknown key. */
export function mutarValor(acaso: Acaso, valor: unknown, nivel = 0): unknown {
  if (typeof valor !== 'object' || valor === null || acaso.chance(0.1)) return venenoDe(acaso)
  if (Array.isArray(valor)) {
    if (valor.length === 0 || acaso.chance(0.3))
      return repetir(acaso.quantos(60_000), () => valor[0] ?? acaso.um(VENENOS))
    return valor.with(acaso.ate(valor.length), mutarValor(acaso, valor[acaso.ate(valor.length)], nivel + 1))
  }
  const nomes = Object.keys(valor)
  const nome =
    acaso.chance(0.1) || nomes.length === 0
      ? acaso.um(['__proto__', 'constructor', 'toString', 'length', 'x'.repeat(3_000), ''])
      : acaso.um(nomes)
  const { [nome]: antes, ...resto } = valor as Record<string, unknown>
  if (acaso.chance(0.15)) return resto
  return { ...resto, [nome]: mutarValor(acaso, antes, nivel + 1) }
}

/** More than any call accepts, but bounded: a repeated value may itself be long. */
const MAIOR_CORPO = 4_000_000

function repetir(quantas: number, sortear: () => unknown): unknown[] {
  const lista: unknown[] = []
  const pesos = new Map<unknown, number>()
  for (let peso = 0; lista.length < quantas && peso < MAIOR_CORPO; ) {
    const um = sortear()
    if (!pesos.has(um)) pesos.set(um, JSON.stringify(um)?.length ?? 0)
    peso += pesos.get(um)!
    lista.push(um)
  }
  return lista
}

export function venenoDe(acaso: Acaso): unknown {
  if (acaso.chance(0.1)) return aninhar(acaso.quantos(1_000))
  if (acaso.chance(0.1)) return Array.from({ length: acaso.quantos(60_000) }, () => acaso.um(['a', 1, null, -1]))
  return acaso.um(VENENOS)
}

function aninhar(niveis: number): unknown {
  let valor: unknown = []
  for (let i = 0; i < niveis; i += 1) valor = i % 2 ? [valor] : { a: valor }
  return valor
}

function estragarTexto(acaso: Acaso, texto: string): string {
  const onde = acaso.ate(texto.length + 1)
  const enxerto = acaso.um([
    '{"__proto__":{"a":1},',
    '"constructor":{"prototype":{}},',
    '1e400',
    '-0',
    '\ufeff',
    '\\ud800',
    '//x',
    '['.repeat(20_000),
    '{"a":'.repeat(20_000),
    '9'.repeat(100_000),
    '""',
    ',',
    '\u0000',
    '}',
  ])
  return acaso.chance(0.3) ? texto.slice(0, onde) : texto.slice(0, onde) + enxerto + texto.slice(onde)
}
