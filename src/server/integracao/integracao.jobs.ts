import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { entregarPendentes } from './entregas.actions.ts'
import { esquecerEventos } from './eventos.actions.ts'

const CADA_MS = 5_000
const HORA_MS = 3_600_000

/** Tells receivers what changed, by one node at a time, and forgets what is old. */
export const trabalhosDaIntegracao = (servicos: Servicos): Trabalho[] => [
  {
    nome: 'webhooks',
    cadaMs: CADA_MS,
    canal: 'integracao',
    async executar(sinal) {
      await comTravaGlobal(servicos.db, 'webhooks', (trava) => entregarPendentes(servicos, sinal, () => trava.valida()))
      return undefined
    },
  },
  {
    nome: 'eventos de integração',
    cadaMs: HORA_MS,
    async executar() {
      await esquecerEventos(servicos.db, servicos.relogio.agora())
      return undefined
    },
  },
]
