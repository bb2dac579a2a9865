import type { Log } from '#contract/logs.ts'
import { localDe } from '#domain/data.ts'
import { type Colunas, diaNaCelula, emCsv } from '#server/http/planilha.ts'
import { percorrerLogs } from './logs.queries.ts'

const COLUNAS: Colunas<Log> = {
  dia: (log) => diaNaCelula(log.created_at),
  hora: (log) => localDe(log.created_at).hora,
  instante: (log) => log.created_at,
  nivel: (log) => log.nivel,
  acao: (log) => log.acao,
  descricao: (log) => log.descricao,
  quem: (log) => log.usuario?.name ?? 'sistema',
  endereco: (log) => log.ip ?? '',
  entidade: (log) => log.entidade ?? '',
  entidade_id: (log) => String(log.entidade_id ?? ''),
}

/** The entries found, newest first, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const logsEmCsv = (...busca: Parameters<typeof percorrerLogs>) => emCsv(COLUNAS, percorrerLogs(...busca))
