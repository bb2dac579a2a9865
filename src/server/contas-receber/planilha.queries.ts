import type { Conta } from '#contract/contas-receber.ts'
import { ROTULOS_DA_CONTA, ROTULOS_DA_ORIGEM_DA_CONTA } from '#domain/conta.ts'
import { formatarDia } from '#domain/data.ts'
import { type Colunas, emCsv, reaisNaCelula } from '#server/http/planilha.ts'
import { percorrerContas } from './pagina.queries.ts'

const COLUNAS: Colunas<Conta> = {
  conta: (uma) => uma.numero,
  parcela: (uma) => uma.parcela ?? '',
  cliente: (uma) => uma.cliente.nome,
  emissao: (uma) => formatarDia(uma.emissao),
  vencimento: (uma) => formatarDia(uma.vencimento),
  dias_atraso: (uma) => String(uma.dias_atraso),
  valor: (uma) => reaisNaCelula(uma.valor),
  pago: (uma) => reaisNaCelula(uma.valor_pago),
  hoje_com_encargos: (uma) => reaisNaCelula(uma.valor_atualizado),
  situacao: (uma) => ROTULOS_DA_CONTA[uma.status],
  pago_em: (uma) => (uma.pago_em ? formatarDia(uma.pago_em) : ''),
  origem: (uma) => ROTULOS_DA_ORIGEM_DA_CONTA[uma.origem],
  chave_nfe: (uma) => uma.chave_nfe ?? '',
}

/** The accounts found, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const contasEmCsv = (...busca: Parameters<typeof percorrerContas>) => emCsv(COLUNAS, percorrerContas(...busca))
