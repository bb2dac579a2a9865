import type { Contestacao } from '#contract/contestacoes.ts'
import { ROTULOS_DA_CONTESTACAO, ROTULOS_DO_MOTIVO } from '#domain/contestacao.ts'
import { formatarDia } from '#domain/data.ts'
import { type Colunas, diaNaCelula, emCsv, reaisNaCelula } from '#server/http/planilha.ts'
import { percorrerContestacoes } from './contestacoes.queries.ts'

const COLUNAS: Colunas<Contestacao> = {
  numero: (uma) => uma.numero,
  cliente: (uma) => uma.cliente.nome,
  motivo: (uma) => ROTULOS_DO_MOTIVO[uma.motivo],
  valor: (uma) => reaisNaCelula(uma.valor),
  situacao: (uma) => ROTULOS_DA_CONTESTACAO[uma.status],
  aberta_em: (uma) => diaNaCelula(uma.created_at),
  prazo: (uma) => formatarDia(uma.prazo),
  encerrada_em: (uma) => diaNaCelula(uma.encerrada_em),
  autor: (uma) => uma.autor?.name ?? '',
  texto: (uma) => uma.texto ?? '',
  resposta: (uma) => uma.resposta ?? '',
}

/** The disputes found, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const contestacoesEmCsv = (...busca: Parameters<typeof percorrerContestacoes>) =>
  emCsv(COLUNAS, percorrerContestacoes(...busca))
