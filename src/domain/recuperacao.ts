import { HORA_MS } from './data.ts'
import type { Insistencia } from './insistencia.ts'

/** A forgotten password: how many links an e-mail may ask for in an hour, and how long the latest one serves. */
export const PEDIDOS_POR_HORA = 3
export const LINK_VALE_MINUTOS = 30

/** Mail that does not leave is tried again while somebody may still be waiting for it. */
export const INSISTENCIA_DO_CORREIO: Insistencia = { pausasS: [5, 15, 60, 180, 600], desisteEmMs: HORA_MS }

/** `feito`: the link went, or there was nobody to send one to; `separado`: it could not be sent. */
export const SITUACOES_DO_PEDIDO = ['pendente', 'feito', 'separado'] as const
export type SituacaoDoPedido = (typeof SITUACOES_DO_PEDIDO)[number]

export const SEM_CORREIO = 'Para trocar a senha, peça uma nova a um administrador da sua empresa.'
