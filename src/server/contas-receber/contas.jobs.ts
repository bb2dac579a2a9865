import type { Trabalho } from '#server/jobs/trabalhos.ts'
import type { Servicos } from '#server/servicos.ts'
import { compactarContas } from './contagem.queries.ts'

const CADA_MS = 30_000

/** Keeps the counts that the summary and the sums read small. */
export const trabalhosDeContas = ({ db }: Servicos): Trabalho[] => [
  {
    nome: 'contagem-contas',
    cadaMs: CADA_MS,
    executar: () => compactarContas(db),
  },
]
