import type { NegociacaoDeCliente } from '#contract/negociacoes.ts'
import { diaDe, formatarDia } from '#domain/data.ts'
import { emCentavos, formatarReais } from '#domain/dinheiro.ts'
import { ROTULOS_DA_NEGOCIACAO } from '#domain/negociacao.ts'
import { type Colunas, emCsv } from '#server/http/planilha.ts'
import { percorrerDeTodos } from './negociacoes.queries.ts'

const semCifrao = (reais: number) => formatarReais(emCentavos(reais)).replace('R$ ', '')
const noDia = (instante: string | null) => (instante ? formatarDia(diaDe(instante)) : '')

const COLUNAS: Colunas<NegociacaoDeCliente> = {
  cliente: (um) => um.cliente.nome,
  situacao: (um) => ROTULOS_DA_NEGOCIACAO[um.status],
  original: (um) => semCifrao(um.valor_original),
  encargos: (um) => semCifrao(um.encargos),
  desconto: (um) => semCifrao(um.desconto),
  negociado: (um) => semCifrao(um.valor_negociado),
  pago: (um) => semCifrao(um.valor_pago),
  parcelas: (um) => String(um.parcelas.filter(({ numero }) => numero > 0).length),
  feito_por: (um) => um.autor?.name ?? (um.origem === 'pagina' ? 'O cliente, pela página' : ''),
  feito_em: (um) => noDia(um.created_at),
  espera_ate: (um) => (um.vence_em ? formatarDia(um.vence_em) : ''),
  decidido_por: (um) => um.decidida_por?.name ?? '',
  encerrado_em: (um) => noDia(um.encerrada_em),
  motivo: (um) => um.motivo ?? '',
  alem_da_politica: (um) => um.alem.join(' '),
}

/** The agreements found, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const negociacoesEmCsv = (...busca: Parameters<typeof percorrerDeTodos>) =>
  emCsv(COLUNAS, percorrerDeTodos(...busca))
