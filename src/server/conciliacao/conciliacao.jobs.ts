import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { CANAL_MOVIMENTOS } from '#server/movimentos/registrar.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { compactarMovimentos } from './contagem.queries.ts'
import { aplicarDevolucoes } from './devolucoes.actions.ts'
import { julgarPendentes, remarcarVelhas } from './julgar.actions.ts'

const CADA_MS = 60_000
const COMPACTAR_MS = 30_000
/** How often undecided movements are marked for judging again: an import wakes this job at every batch. */
const VELHAS_CADA_MS = 10_000

/** Says whose the money is, as soon as it is told of; and again when what would explain it has changed. */
export function trabalhosDeConciliacao({ db, relogio }: Pick<Servicos, 'db' | 'relogio'>): Trabalho[] {
  let remarcadas = Number.NEGATIVE_INFINITY
  return [
    {
      nome: 'contagem de movimentos',
      cadaMs: COMPACTAR_MS,
      executar: () => compactarMovimentos(db),
    },
    {
      nome: 'conciliacao',
      cadaMs: CADA_MS,
      canal: CANAL_MOVIMENTOS,
      async executar(sinal) {
        const agora = relogio.agora()
        if (performance.now() - remarcadas >= VELHAS_CADA_MS) {
          await remarcarVelhas(db, agora)
          remarcadas = performance.now()
        }
        while (!sinal.aborted && (await julgarPendentes(db, agora)) > 0);
        while (!sinal.aborted && (await aplicarDevolucoes(db, agora)) > 0);
      },
    },
  ]
}
