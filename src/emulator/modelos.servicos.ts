import type { Agendador } from './agendador.ts'
import type { PagamentosDaConta } from './modelos.forma.ts'
import type { MotivoDeRecusa } from './modelos.revisao.ts'
import type { Evento } from './webhooks.ts'

/** What the templates need of the account that they are in. */
export interface ServicosDosModelos {
  agendador: Agendador
  agora: () => Date
  /** How long this review takes. */
  demoraMs: () => number
  /** A refusal that somebody wants to see, whatever the text. */
  recusa: () => MotivoDeRecusa | null
  verificada: () => boolean
  criacoesPorHora: () => number
  pagamentos: () => PagamentosDaConta
  emitir: (evento: Evento) => void
  mudou: () => void
}
