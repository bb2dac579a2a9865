import { MINUTO_MS } from '#domain/data.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import type { Servicos } from '#server/servicos.ts'
import { contarLogs } from './contagem.queries.ts'
import { conferirMaisSelos } from './rodada-de-selos.actions.ts'
import { selarLog } from './selos.actions.ts'

const CADA_MS = 5 * MINUTO_MS
/** A minute that wrote more is sealed in the next ones: sealing takes seconds of a minute at most. */
const SELOS_POR_MINUTO = 30

/** Keeps the counts by which the log's pages are found, and seals what it gains. */
export const trabalhosDeLogs = ({ db, relogio }: Servicos): Trabalho[] => [
  { nome: 'contagem-logs', cadaMs: CADA_MS, executar: () => contarLogs(db) },
  {
    nome: 'selos',
    cadaMs: MINUTO_MS,
    async executar(sinal) {
      for (let n = 0; n < SELOS_POR_MINUTO && !sinal.aborted && (await selarLog(db, relogio.agora())); n += 1);
    },
  },
  {
    nome: 'conferência dos selos',
    cadaMs: MINUTO_MS,
    executar: () => conferirMaisSelos(db, relogio.agora()),
  },
]
