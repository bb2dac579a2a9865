import type { Log } from '#contract/logs.ts'
import { BOM, linhaCsv } from '#domain/csv.ts'
import { diaDe, formatarDia, localDe } from '#domain/data.ts'
import { percorrerLogs } from './logs.queries.ts'

const COLUNAS: Record<string, (log: Log) => string> = {
  dia: (log) => formatarDia(diaDe(log.created_at)),
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
export async function* logsEmCsv(...busca: Parameters<typeof percorrerLogs>): AsyncGenerator<string> {
  yield BOM + linhaCsv(Object.keys(COLUNAS))
  for await (const logs of percorrerLogs(...busca)) {
    yield logs.map((log) => linhaCsv(Object.values(COLUNAS).map((ler) => ler(log)))).join('')
  }
}
