import type { Trabalho } from '#server/jobs/trabalhos.ts'
import type { Servicos } from '#server/servicos.ts'
import { compactarContagem } from './contagem.queries.ts'

const CADA_MS = 30_000

/** Compacts the counts that lists read. Pauses and agreements end in the jobs of `cobranca`. */
export const trabalhosDeClientes = ({ db }: Servicos): Trabalho[] => [
  {
    nome: 'contagem',
    cadaMs: CADA_MS,
    executar: () => compactarContagem(db),
  },
]
