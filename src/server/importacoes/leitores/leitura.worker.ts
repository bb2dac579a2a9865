import { parentPort } from 'node:worker_threads'
import { ArquivoGrande } from '#server/http/envio.ts'
import { ArquivoIlegivel } from './erros.ts'
import { lerNotas, type TarefaDeNotas } from './notas.ts'
import { lerPlanilha, type TarefaDePlanilha } from './planilha.ts'

/* The thread that reads what was uploaded. It is asked for one batch after the other, and makes the next while one is written. */

export type Tarefa = ({ que: 'planilha' } & TarefaDePlanilha) | ({ que: 'notas' } & TarefaDeNotas)
/** With a task: begin it; without: the next batch. */
export interface ParaALeitura {
  tarefa?: Tarefa
}
export type DaLeitura = { lote: unknown } | { fim: true } | { recusa: string; grande: boolean }

const porta = parentPort!
const responder = (dito: DaLeitura) => porta.postMessage(dito)

let pedido = Promise.withResolvers<ParaALeitura>()
porta.on('message', (novo: ParaALeitura) => pedido.resolve(novo))
async function proximoPedido(): Promise<ParaALeitura> {
  const feito = await pedido.promise
  pedido = Promise.withResolvers()
  return feito
}

for (;;) {
  const { tarefa } = await proximoPedido()
  if (tarefa) await atender(tarefa)
}

async function atender(tarefa: Tarefa) {
  try {
    const lotes = tarefa.que === 'planilha' ? lerPlanilha(tarefa) : lerNotas(tarefa)
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
