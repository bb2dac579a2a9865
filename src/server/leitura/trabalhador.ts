import { parentPort } from 'node:worker_threads'
import { ArquivoGrande } from '#server/http/envio.ts'
import { ArquivoIlegivel } from './erros.ts'

/** With a task: begin it; without: the next batch. */
export interface ParaALeitura {
  tarefa?: unknown
}
export type DaLeitura = { lote: unknown } | { fim: true } | { recusa: string; grande: boolean }

/**
 * Runs in the thread that reads uploads: it is asked for one batch after another, and prepares the next while one is written.
 * Never ends by itself.
 */
export async function atenderLeituras<Tarefa>(lotesDe: (tarefa: Tarefa) => AsyncGenerator<unknown>): Promise<never> {
  const porta = parentPort!
  let pedido = Promise.withResolvers<ParaALeitura>()
  porta.on('message', (novo: ParaALeitura) => pedido.resolve(novo))
  const proximoPedido = async (): Promise<ParaALeitura> => {
    const feito = await pedido.promise
    pedido = Promise.withResolvers()
    return feito
  }
  for (;;) {
    const { tarefa } = await proximoPedido()
    if (tarefa) await atender(lotesDe(tarefa as Tarefa), proximoPedido, (dito) => porta.postMessage(dito))
  }
}

async function atender(
  lotes: AsyncGenerator<unknown>,
  proximoPedido: () => Promise<ParaALeitura>,
  responder: (dito: DaLeitura) => void,
) {
  try {
    let lote = await lotes.next()
    while (!lote.done) {
      responder({ lote: lote.value })
      const [proximo] = await Promise.allSettled([lotes.next(), proximoPedido()])
      if (proximo.status === 'rejected') throw proximo.reason
      lote = proximo.value
    }
    responder({ fim: true })
  } catch (erro) {
    if (!(erro instanceof ArquivoIlegivel || erro instanceof ArquivoGrande)) throw erro
    responder({ recusa: erro.message, grande: erro instanceof ArquivoGrande })
  }
}
