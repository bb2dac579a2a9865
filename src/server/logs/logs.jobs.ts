import type { Trabalho } from '#server/jobs/trabalhos.ts'
import type { Servicos } from '#server/servicos.ts'
import { contarLogs } from './contagem.queries.ts'

const CADA_MS = 5 * 60_000

/** Keeps the counts by which the log's pages are found. */
export const trabalhosDeLogs = ({ db }: Servicos): Trabalho[] => [
  { nome: 'contagem-logs', cadaMs: CADA_MS, executar: () => contarLogs(db) },
]
