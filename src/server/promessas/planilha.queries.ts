import type { Promessa } from '#contract/promessas.ts'
import { diaDe, formatarDia } from '#domain/data.ts'
import { emCentavos, formatarReais } from '#domain/dinheiro.ts'
import type { StatusPromessa } from '#domain/promessa.ts'
import { type Colunas, emCsv } from '#server/http/planilha.ts'
import { percorrerPromessas } from './promessas.queries.ts'

const STATUS: Record<StatusPromessa, string> = {
  pendente: 'Pendente',
  cumprida: 'Cumprida',
  parcial: 'Cumprida em parte',
  quebrada: 'Quebrada',
  cancelada: 'Cancelada',
}
const semCifrao = (reais: number) => formatarReais(emCentavos(reais)).replace('R$ ', '')

const COLUNAS: Colunas<Promessa> = {
  cliente: (uma) => uma.cliente.nome,
  ate: (uma) => formatarDia(uma.ate),
  valor: (uma) => semCifrao(uma.valor),
  pago: (uma) => semCifrao(uma.valor_pago),
  situacao: (uma) => STATUS[uma.status],
  contas: (uma) => String(uma.contas.length),
  autor: (uma) => uma.autor?.name ?? '',
  registrada_em: (uma) => formatarDia(diaDe(uma.created_at)),
  observacao: (uma) => uma.observacao ?? '',
}

/** The promises found, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const promessasEmCsv = (...busca: Parameters<typeof percorrerPromessas>) =>
  emCsv(COLUNAS, percorrerPromessas(...busca))
