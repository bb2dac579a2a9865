import type { NegociacaoDeCliente } from '#contract/negociacoes.ts'
import { formatarDia } from '#domain/data.ts'
import { ROTULOS_DA_NEGOCIACAO } from '#domain/negociacao.ts'
import { type Colunas, diaNaCelula, emCsv, reaisNaCelula } from '#server/http/planilha.ts'
import { percorrerDeTodos } from './negociacoes.queries.ts'

const COLUNAS: Colunas<NegociacaoDeCliente> = {
  cliente: (um) => um.cliente.nome,
  situacao: (um) => ROTULOS_DA_NEGOCIACAO[um.status],
  original: (um) => reaisNaCelula(um.valor_original),
  encargos: (um) => reaisNaCelula(um.encargos),
  desconto: (um) => reaisNaCelula(um.desconto),
  negociado: (um) => reaisNaCelula(um.valor_negociado),
  pago: (um) => reaisNaCelula(um.valor_pago),
  parcelas: (um) => String(um.parcelas.filter(({ numero }) => numero > 0).length),
  feito_por: (um) => um.autor?.name ?? (um.origem === 'pagina' ? 'O cliente, pela página' : ''),
  feito_em: (um) => diaNaCelula(um.created_at),
  espera_ate: (um) => (um.vence_em ? formatarDia(um.vence_em) : ''),
  decidido_por: (um) => um.decidida_por?.name ?? '',
  encerrado_em: (um) => diaNaCelula(um.encerrada_em),
  motivo: (um) => um.motivo ?? '',
  alem_da_politica: (um) => um.alem.join(' '),
}

/** The agreements found, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const negociacoesEmCsv = (...busca: Parameters<typeof percorrerDeTodos>) =>
  emCsv(COLUNAS, percorrerDeTodos(...busca))
