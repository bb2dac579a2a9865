/** What a program of the company may do with its token; each names a noun and whether it is read or written. */
export const ESCOPOS = [
  'clientes:ler',
  'clientes:escrever',
  'contas:ler',
  'contas:escrever',
  'pagamentos:escrever',
  'eventos:ler',
] as const
export type Escopo = (typeof ESCOPOS)[number]

/** Requests of one token in a minute, each line of a batch among them. */
export const PEDIDOS_POR_MINUTO = 600
/** Lines of a batch. */
export const LINHAS_DO_LOTE = 500
/** How tokens begin, so that one left in a file is known for what it is. */
export const PREFIXO_DO_TOKEN = 'cob_'

/**
 * The account that a program names by its number, among those of one customer: by number alone (`18432`) or, where a note
 * has several, with the instalment (`18432/002`). Undefined: none; `varias`: the number alone does not tell which.
 */
export function contaDoNumero<C extends { numero: string; parcela: string | null }>(
  numero: string,
  contas: readonly C[],
): C | 'varias' | undefined {
  const inteiras = contas.filter((uma) => uma.parcela !== null && `${uma.numero}/${uma.parcela}` === numero)
  const achadas = inteiras.length > 0 ? inteiras : contas.filter((uma) => uma.numero === numero)
  return achadas.length > 1 ? 'varias' : achadas[0]
}
