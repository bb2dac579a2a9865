import type { Movimento } from '#contract/conciliacao.ts'
import { formatarDia } from '#domain/data.ts'
import { ROTULOS_DA_ORIGEM_DO_MOVIMENTO } from '#domain/movimento.ts'
import { ROTULOS_DA_SITUACAO_DITA, ROTULOS_DO_TIPO_DE_MOVIMENTO, situacaoDita } from '#domain/palavras-do-movimento.ts'
import { type Colunas, emCsv, reaisNaCelula } from '#server/http/planilha.ts'
import { percorrerMovimentos } from './movimentos.queries.ts'

const COLUNAS: Colunas<Movimento> = {
  movimento: (um) => String(um.id),
  dia: (um) => formatarDia(um.dia),
  dia_credito: (um) => (um.dia_credito ? formatarDia(um.dia_credito) : ''),
  origem: (um) => ROTULOS_DA_ORIGEM_DO_MOVIMENTO[um.origem],
  tipo: (um) => ROTULOS_DO_TIPO_DE_MOVIMENTO[um.tipo],
  // A column of its own: a negative value would be escaped against formulas, and so not be a number.
  sentido: (um) => (um.saiu ? 'saída' : 'entrada'),
  banco: (um) => um.banco ?? '',
  conta_bancaria: (um) => um.conta_bancaria ?? '',
  valor: (um) => reaisNaCelula(um.valor),
  tarifa: (um) => reaisNaCelula(um.tarifa),
  descricao: (um) => um.descricao,
  pagador: (um) => um.pagador?.nome ?? '',
  documento: (um) => um.pagador?.documento ?? '',
  nosso_numero: (um) => um.nosso_numero ?? '',
  txid: (um) => um.txid ?? '',
  end_to_end_id: (um) => um.end_to_end_id ?? '',
  situacao: (um) => {
    const dita = situacaoDita(um)
    return dita ? ROTULOS_DA_SITUACAO_DITA[dita] : ''
  },
  motivo: (um) => um.motivo ?? '',
  cliente: (um) => um.cliente?.nome ?? '',
  aplicado: (um) => reaisNaCelula(um.aplicado),
  credito: (um) => reaisNaCelula(um.credito),
  devolvido: (um) => reaisNaCelula(um.devolvido),
}

/** What the filters find, in the list's order, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const movimentosEmCsv = (...busca: Parameters<typeof percorrerMovimentos>) =>
  emCsv(COLUNAS, percorrerMovimentos(...busca))
