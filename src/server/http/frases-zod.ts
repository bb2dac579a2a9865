import type { z } from 'zod'
import { plural } from '#domain/plural.ts'

type Problema = Parameters<z.core.$ZodErrorMap>[0]

/** The default sentence for a schema without its own, for the person who typed. */
export function fraseDoProblema(problema: Problema): string {
  switch (problema.code) {
    case 'invalid_type':
      return problema.input === undefined ? 'Este campo é obrigatório.' : (ESPERADO[problema.expected] ?? NAO_ACEITO)
    case 'too_small':
      return limite('ao menos', problema.origin, problema.minimum)
    case 'too_big':
      return limite('no máximo', problema.origin, problema.maximum)
    case 'invalid_value':
      return `Escolha um destes: ${problema.values.map(String).join(', ')}.`
    case 'invalid_format':
      return 'O formato não é válido. Confira o que foi digitado.'
    default:
      return NAO_ACEITO
  }
}

const NAO_ACEITO = 'Este valor não é aceito aqui. Confira e tente de novo.'

const ESPERADO: Record<string, string> = {
  string: 'Informe um texto.',
  number: 'Informe um número.',
  int: 'Informe um número inteiro.',
  boolean: 'Informe verdadeiro ou falso.',
  array: 'Informe uma lista.',
  object: 'Informe os dados do pedido em um objeto JSON.',
}

function limite(palavra: 'ao menos' | 'no máximo', origem: string, valor: number | bigint): string {
  if (origem === 'string') return `Use ${palavra} ${plural(Number(valor), 'caractere', 'caracteres')}.`
  if (origem === 'array') return `Escolha ${palavra} ${plural(Number(valor), 'item', 'itens')}.`
  return palavra === 'ao menos' ? `O valor deve ser ${valor} ou mais.` : `O valor deve ser ${valor} ou menos.`
}
