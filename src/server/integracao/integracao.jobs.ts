import { HORA_MS } from '#domain/data.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { acertarEsperas, entregarPendentes } from './entregas.actions.ts'
import { esquecerEventos } from './eventos.actions.ts'

const CADA_MS = 5_000

/** Tells receivers what changed, by one node at a time, and forgets what is old. */
export const trabalhosDaIntegracao = (servicos: Servicos): Trabalho[] => [
  webhooks(servicos),
  {
    nome: 'eventos de integração',
    cadaMs: HORA_MS,
    executar: () => esquecerEventos(servicos.db, servicos.relogio.agora()),
  },
]

function webhooks(servicos: Servicos): Trabalho {
  let acertadas = false
  return {
    nome: 'webhooks',
    cadaMs: CADA_MS,
    canal: 'integracao',
    async executar(sinal) {
      await comTravaGlobal(servicos.db, 'webhooks', async (trava) => {
        // Only once after a start: the deliveries that wait for a receiver that is down may be many.
        if (!acertadas) await acertarEsperas(servicos.db, servicos.relogio.agora())
        acertadas = true
        await entregarPendentes(servicos, sinal, () => trava.valida())
      })
    },
  }
}
