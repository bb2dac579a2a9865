import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { CANAL_MOVIMENTOS } from '#server/movimentos/registrar.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { aplicarDevolucoes } from './devolucoes.actions.ts'
import { julgarPendentes, remarcarVelhas } from './julgar.actions.ts'

const CADA_MS = 60_000

/** Says whose the money is, as soon as it is told of; and again when what would explain it has changed. */
export const trabalhosDeConciliacao = ({ db, relogio }: Pick<Servicos, 'db' | 'relogio'>): Trabalho[] => [
  {
    nome: 'conciliacao',
    cadaMs: CADA_MS,
    canal: CANAL_MOVIMENTOS,
    async executar(sinal) {
      const agora = relogio.agora()
      await remarcarVelhas(db, agora)
      while (!sinal.aborted && (await julgarPendentes(db, agora)) > 0);
      while (!sinal.aborted && (await aplicarDevolucoes(db, agora)) > 0);
      return undefined
    },
  },
]
