import type { Promessa } from '#contract/promessas.ts'
import { formatarDia } from '#domain/data.ts'
import { ROTULOS_DA_PROMESSA } from '#domain/promessa.ts'
import { type Colunas, diaNaCelula, emCsv, reaisNaCelula } from '#server/http/planilha.ts'
import { percorrerPromessas } from './promessas.queries.ts'

const COLUNAS: Colunas<Promessa> = {
  cliente: (uma) => uma.cliente.nome,
  ate: (uma) => formatarDia(uma.ate),
  valor: (uma) => reaisNaCelula(uma.valor),
  pago: (uma) => reaisNaCelula(uma.valor_pago),
  situacao: (uma) => ROTULOS_DA_PROMESSA[uma.status],
  contas: (uma) => String(uma.contas.length),
  autor: (uma) => uma.autor?.name ?? '',
  registrada_em: (uma) => diaNaCelula(uma.created_at),
  observacao: (uma) => uma.observacao ?? '',
}

/** The promises found, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const promessasEmCsv = (...busca: Parameters<typeof percorrerPromessas>) =>
  emCsv(COLUNAS, percorrerPromessas(...busca))
